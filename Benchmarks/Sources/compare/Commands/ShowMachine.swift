import ArgumentParser

/// Prints the machine and the commit, for what is measured from outside of a process.
struct ShowMachine: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "machine", shouldDisplay: false)

  func run() { print(Machine().description) }
}
