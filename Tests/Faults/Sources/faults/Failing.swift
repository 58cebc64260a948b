import CFaults
import Collation

/// The functions, and those that call them, in which ICU 72 uses memory that it has not got.
let crashesOfICU: Set<String> = [
  "AlphabeticIndex::initLabels < AlphabeticIndex::createBucketList",
  "CanonicalIterator::cleanPieces < CanonicalIterator::CanonicalIterator",
  "CollationFastLatin::getOptions < CollationBuilder::parseAndBuild",
  "CollationRoot::getRoot < RuleBasedCollator::internalBuildTailoring",
  "CopyHelper::copyCE32",
  "Locale::operator= < Locale::Locale",
  "locale_get_default_72",
  "uhash_count_72 < UnifiedCache::_flush",
  "uhash_setValueDeleter_72 < CanonicalIterator::getEquivalents2",
  "umtx_lock_72 < Locale::getDefault",
  "ures_getByKeyWithFallback_72 < CollationLoader::loadFromBundle",
  "ures_getByKeyWithFallback_72 < CollationLoader::loadFromCollations",
]

/// The codes of other errors that ICU gives when it lacks memory: the last two for right rules.
private let misnamed = [
  "U_ILLEGAL_ARGUMENT_ERROR", "U_INVALID_FORMAT_ERROR", "U_UNSUPPORTED_ERROR",
]

/// Lets each allocation of ICU and of the library's C++ fail in turn, in a process of its own, and
/// tells what came of it.
struct FailingAllocations {
  let call: FaultyCall
  /// The most allocations that fail, each in its turn: the first ones, and some of the others.
  let limit: Int

  private static let separator = "\n--\n"

  /// What a call gives, or the error.
  private static func told(_ call: FaultyCall) -> String {
    do {
      return "answer " + (try call.call())()
    } catch let error as CollationError {
      return "threw \(error.code.rawValue): \(error)"
    } catch {
      return "threw another error: \(error)"
    }
  }

  func child(failingAt number: Int64, andAllAfter: Bool) -> ChildResult {
    ChildResult.of {
      do {
        try call.prepare()
      } catch {
        return "not prepared: \(error)"
      }
      faults_arm(number, andAllAfter)
      let answer: () -> String
      let count: Int64
      do {
        answer = try call.call()
        count = faults_disarm()
      } catch {
        count = faults_disarm()
        answer = {
          "threw \((error as? CollationError)?.code.rawValue ?? "another error"): \(error)"
        }
      }
      let first = answer()
      let again = Self.told(call)
      // `CollationCatalog` opens German too.
      let kept = !faults_icuWorks(call.locale) || !faults_icuWorks("de")
      return ["\(count)", first, again, kept ? "ICU" : ""].joined(separator: Self.separator)
    }
  }

  /// The outcomes, and how often each was there.
  func run() -> (allocations: Int, outcomes: [String: Int]) {
    let expected = child(failingAt: 0, andAllAfter: false)
    let parts = Self.parts(expected.output)
    guard expected.status == 0, parts.count == 4, let count = Int(parts[0]) else {
      return (0, ["FAULT: no answer without a failure: \(expected.output.prefix(400))": 1])
    }
    var outcomes: [String: Int] = [:]
    for andAllAfter in [false, true] {
      for number in numbers(upTo: count) {
        let result = child(failingAt: Int64(number), andAllAfter: andAllAfter)
        outcomes[outcome(of: result, expected: parts[1]), default: 0] += 1
      }
    }
    return (count, outcomes)
  }

  /// A function without its library, ICU's namespace and its parameters.
  private static func shortened(_ function: String) -> String {
    let name = function.split(separator: " ", maxSplits: 1).last ?? ""
    return name.replacing("icu_72::", with: "").prefix { $0 != "(" } + ""
  }

  /// The first line of a wrong answer that is wrong.
  private static func difference(_ wrong: String, _ right: String) -> String {
    let (wrong, right) = (wrong.split(separator: "\n"), right.split(separator: "\n"))
    let line = zip(wrong, right).first { $0 != $1 }
    guard let line else { return "wrong answer: \(wrong.count) lines, not \(right.count)" }
    return "wrong answer: \(line.0.prefix(200)), not \(line.1.prefix(200))"
  }

  private func numbers(upTo count: Int) -> [Int] {
    if count <= limit { return Array(1..<(count + 1)) }
    let first = limit / 2
    return Array(1...first)
      + (1...limit - first).map { first + (count - first) * $0 / (limit - first) }
  }

  private static func parts(_ output: String) -> [String] {
    var (parts, rest) = ([String](), output[...])
    while let range = rest.firstRange(of: separator) {
      parts.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return parts + [rest.last == "\n" ? String(rest.dropLast()) : String(rest)]
  }

  private func outcome(of result: ChildResult, expected: String) -> String {
    if let crash = result.crash {
      if result.output.contains("for lack of memory (U_MEMORY") { return "ended as documented" }
      let frames = crash.drop { $0.hasPrefix("libc.") || $0.hasPrefix("libstdc++") }
      // Swift's runtime allocates with the same `operator new`, and has no answer if that fails. A
      // trap of the library's own has no such frame.
      if frames.first?.hasPrefix("faults: operator new") == true,
        frames.dropFirst().first(where: { !$0.hasPrefix("libstdc++") })?
          .hasPrefix("libswiftCore.so") == true
      {
        return "Swift's runtime ended"
      }
      guard frames.first?.hasPrefix("libicu") == true else {
        return "FAULT: crashed in \(frames.prefix(3)): \(result.output.prefix(300))"
      }
      let inICU = frames.prefix { $0.hasPrefix("libicu") && !$0.hasSuffix("?") }
      let place = "\(inICU.prefix(2).map(Self.shortened).joined(separator: " < "))"
      return "\(crashesOfICU.contains(place) ? "" : "FAULT: ")ICU crashed: \(place)"
    }
    let parts = Self.parts(result.output)
    guard parts.count == 4 else { return "FAULT: \(result.output.prefix(400))" }
    let first: String
    if parts[1] == expected {
      first = "right"
    } else if parts[1] == call.answerOfFailure {
      first = "answered as documented"
    } else if parts[1].hasPrefix("threw icuFailure") {
      first = "threw"
    } else if let code = misnamed.first(where: {
      parts[1].hasPrefix("threw") && parts[1].hasSuffix("(\($0))")
    }) {
      first = "threw as ICU calls it, \(code)"
    } else {
      first =
        "FAULT: \(parts[1].hasPrefix("threw") ? parts[1] : Self.difference(parts[1], expected))"
    }
    if parts[2] == "answer \(expected)" { return first }
    if parts[2] == "answer \(call.answerOfFailure ?? expected)" {
      return "\(first), and ICU keeps the failure"
    }
    if !parts[3].isEmpty { return "\(first), and ICU keeps the failure" }
    return "\(first), then FAULT: \(parts[2].hasPrefix("threw") ? parts[2] : "wrong answer")"
  }
}
