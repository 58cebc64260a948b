import ArgumentParser
import Foundation

/// Writes the table of peers from their runs.
struct Peers: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes the table of peers and its picture from what Benchmarks/measure-peers ran.")

  @Argument(help: "The folder with the JSON of the runs.", completion: .directory)
  var results: String

  @Option(help: "The folder that names the peers that are not to be had.", completion: .directory)
  var missing: String

  @Option(help: "The folder to write peers.txt and peers.svg to.", completion: .directory)
  var output = "."

  func run() throws {
    let report = try PeerReport(
      folder: URL(fileURLWithPath: results), missing: URL(fileURLWithPath: missing))
    let (machine, folder) = (Machine(), URL(fileURLWithPath: output))
    try PeerText(report: report, machine: machine).text.write(
      to: folder.appending(path: "peers.txt"), atomically: true, encoding: .utf8)
    try PeerChart(report: report, machine: machine).drawing.text.write(
      to: folder.appending(path: "peers.svg"), atomically: true, encoding: .utf8)
  }
}
