public import ArgumentParser
public import Collation

// The library's options as arguments: their raw values are the words that the command takes.

extension CollationStrength: ExpressibleByArgument {}
extension CaseFirst: ExpressibleByArgument {}
extension AlternateHandling: ExpressibleByArgument {}
extension MaxVariable: ExpressibleByArgument {}
extension SectionLayout.ScriptOrder: ExpressibleByArgument {}
extension SectionLayout.CatchAll: ExpressibleByArgument {}
