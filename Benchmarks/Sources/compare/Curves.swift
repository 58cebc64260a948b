import ArgumentParser

struct Curves: ParsableCommand { func run() {} }
