/// One option of a collator, with everything the library needs to know about it. ``all`` is the
/// only list of options: it configures collators, reads what is in force and makes stamps. Tests
/// iterate over it, so the command, the comparison and the keys cannot miss an option.
struct CollatorOption: Sendable {
  /// The option's key in BCP 47, which is also the name of the stamp's component.
  let key: String
  /// What the option is called in a sentence.
  let words: String
  /// Whether the option affects the primary level of keys, and thus sections.
  let affectsPrimaryLevel: Bool
  /// Sets the requested value, if any, on ICU's collator.
  let configure: @Sendable (CollatorOptions, inout ICUCollator) throws(CollationError) -> Void
  let resolve:
    @Sendable (borrowing ICUCollator, inout ResolvedCollatorOptions) throws(ICUFailure) -> Void
  /// The text of the stamp's component. Values that make equal keys have equal texts.
  let stamped: @Sendable (ResolvedCollatorOptions) -> String
  /// Options with each possible value, for tests.
  var samples: [CollatorOptions] { makeSamples() }
  private let makeSamples: @Sendable () -> [CollatorOptions]

  /// All options, in the order of the stamp's components.
  static let all = [
    strength, alternateHandling, maxVariable, caseFirst, caseLevel, backwardsSecondary, numeric,
    normalization, reorderCodes,
  ]

  // MARK: The options

  private static let strength = CollatorOption(
    "ks", "strength", .strength,
    values: [.primary, .secondary, .tertiary, .quaternary, .identical],
    asked: { $0.strength }, ask: { $0.strength = $1 },
    inForce: { $0.strength }, put: { $0.strength = $1 })

  private static let alternateHandling = CollatorOption(
    "ka", "alternate handling", affectsPrimaryLevel: true, .alternateHandling,
    values: [.nonIgnorable, .shifted],
    asked: { $0.alternateHandling }, ask: { $0.alternateHandling = $1 },
    inForce: { $0.alternateHandling }, put: { $0.alternateHandling = $1 })

  private static let maxVariable = CollatorOption(
    key: "kv", words: "maximum variable", affectsPrimaryLevel: true,
    configure: { (options, icu) throws(CollationError) in
      // The raw values are ICU's names for the groups.
      guard let name = options.maxVariable?.rawValue, let group = ICUReorderCode.code(named: name)
      else { return }
      try refusing("maximum variable '\(name)'", icu.setMaxVariable(group))
    },
    resolve: { icu, resolved in
      resolved.maxVariable =
        MaxVariable(rawValue: ICUReorderCode.name(of: icu.maxVariable)) ?? .punctuation
    },
    // Without shifting, nothing is variable.
    stamped: {
      ($0.alternateHandling == .shifted ? $0.maxVariable : .punctuation).rawValue
    },
    makeSamples: { samples(MaxVariable.allCases) { $0.maxVariable = $1 } })

  private static let caseFirst = CollatorOption(
    "kf", "case first", .caseFirst, values: [.off, .lower, .upper],
    asked: { $0.caseFirst }, ask: { $0.caseFirst = $1 },
    inForce: { $0.caseFirst }, put: { $0.caseFirst = $1 },
    // The case level distinguishes only lowercase first and uppercase first. Without it, case is
    // part of the tertiary level.
    effective: {
      if $0.caseLevel { return $0.caseFirst == .upper ? .upper : .off }
      return $0.strength == .primary || $0.strength == .secondary ? .off : $0.caseFirst
    })

  private static let caseLevel = CollatorOption(
    "kc", "case level", .caseLevel, values: [false, true],
    asked: { $0.caseLevel }, ask: { $0.caseLevel = $1 },
    inForce: { $0.caseLevel }, put: { $0.caseLevel = $1 })

  private static let backwardsSecondary = CollatorOption(
    "kb", "backwards secondary", .backwardsSecondary, values: [false, true],
    asked: { $0.backwardsSecondary }, ask: { $0.backwardsSecondary = $1 },
    inForce: { $0.backwardsSecondary }, put: { $0.backwardsSecondary = $1 },
    effective: { $0.backwardsSecondary && $0.strength != .primary })

  private static let numeric = CollatorOption(
    "kn", "numeric ordering", affectsPrimaryLevel: true, .numeric, values: [false, true],
    asked: { $0.numeric }, ask: { $0.numeric = $1 },
    inForce: { $0.numeric }, put: { $0.numeric = $1 })

  private static let normalization = CollatorOption(
    key: "kk", words: "normalization", affectsPrimaryLevel: true,
    configure: { (options, icu) throws(CollationError) in
      let isOn: Bool? =
        switch options.normalization {
        case .automatic, .locale: nil
        case .on: true
        case .off: false
        }
      guard let isOn else { return }
      try refusing("normalization", icu.set(.normalization, to: isOn ? .on : .off))
    },
    resolve: { (icu, resolved) throws(ICUFailure) in
      resolved.normalization = try icu.value(of: .normalization) == .on
    },
    stamped: { String($0.normalization) },
    makeSamples: { samples(Normalization.allCases) { $0.normalization = $1 } })

  private static let reorderCodes = CollatorOption(
    key: "kr", words: "reorder codes", affectsPrimaryLevel: true,
    configure: { (options, icu) throws(CollationError) in
      guard let asked = options.reorderCodes else { return }
      var codes: [Int32] = []
      for name in asked {
        guard let code = ICUReorderCode.code(named: name) else {
          throw CollationError(
            .unknownReorderCode,
            "unknown reorder code '\(name)': expected a script such as Latn, or one of space, "
              + "punct, symbol, currency, digit, others")
        }
        codes.append(code)
      }
      // Joined only on failure: joining takes longer than setting the codes, since the runtime
      // looks up conformances.
      try refusing(
        "the reorder codes \(asked.joined(separator: ","))",
        expected: ": expected each script once, counting scripts that share letters as one; ICU "
          + "has room for few rare scripts", icu.setReorderCodes(codes))
    },
    resolve: { (icu, resolved) throws(ICUFailure) in
      resolved.reorderCodes = try icu.reorderCodes().map(ICUReorderCode.name(of:))
    },
    stamped: { $0.reorderCodes.joined(separator: ",") },
    makeSamples: {
      samples([[], ["Cyrl"], ["Grek", "digit", "Cyrl", "symbol"]]) { $0.reorderCodes = $1 }
    })

  private static func samples<Value>(
    _ values: [Value], _ ask: (inout CollatorOptions, Value) -> Void
  ) -> [CollatorOptions] {
    values.map { value in
      var options = CollatorOptions()
      ask(&options, value)
      return options
    }
  }
}

// MARK: Options that are attributes of ICU

/// A value of an option that ICU implements as an attribute.
protocol CollatorOptionValue: Hashable, Sendable {
  var icuValue: ICUValue { get }
  /// The value's text in a stamp.
  var stamped: String { get }
}

extension CollatorOptionValue where Self: RawRepresentable<String> {
  var stamped: String { rawValue }
}

extension Bool: CollatorOptionValue {
  var icuValue: ICUValue { self ? .on : .off }
  var stamped: String { String(self) }
}

extension CollationStrength: CollatorOptionValue {
  var icuValue: ICUValue {
    switch self {
    case .primary: .primary
    case .secondary: .secondary
    case .tertiary: .tertiary
    case .quaternary: .quaternary
    case .identical: .identical
    }
  }
}

extension AlternateHandling: CollatorOptionValue {
  var icuValue: ICUValue {
    switch self {
    case .nonIgnorable: .nonIgnorable
    case .shifted: .shifted
    }
  }
}

extension CaseFirst: CollatorOptionValue {
  var icuValue: ICUValue {
    switch self {
    case .off: .off
    case .lower: .lowerFirst
    case .upper: .upperFirst
    }
  }
}

extension CollatorOption {
  /// Makes an option that ICU implements as an attribute. The members are closures because the
  /// runtime takes as long to make key paths as ICU takes to open the first collator.
  ///
  /// - Parameters:
  ///   - values: All values that the library knows.
  ///   - effective: The value that affects keys, given the other options.
  private init<Value: CollatorOptionValue>(
    _ key: String, _ words: String, affectsPrimaryLevel: Bool = false, _ attribute: ICUAttribute,
    values: @autoclosure @escaping @Sendable () -> [Value],
    asked: @escaping @Sendable (CollatorOptions) -> Value?,
    ask: @escaping @Sendable (inout CollatorOptions, Value) -> Void,
    inForce: @escaping @Sendable (ResolvedCollatorOptions) -> Value,
    put: @escaping @Sendable (inout ResolvedCollatorOptions, Value) -> Void,
    effective: (@Sendable (ResolvedCollatorOptions) -> Value)? = nil
  ) {
    self.init(
      key: key, words: words, affectsPrimaryLevel: affectsPrimaryLevel,
      configure: { (options, icu) throws(CollationError) in
        guard let value = asked(options) else { return }
        try Self.set(attribute, to: value.icuValue, "\(words) '\(value.stamped)'", of: &icu)
      },
      resolve: { (icu, resolved) throws(ICUFailure) in
        let value = try icu.value(of: attribute)
        // Most options have their defaults, and creating an array of values is slow in the runtime.
        if value == inForce(resolved).icuValue { return }
        // A later ICU may have a value that this version does not know.
        guard let known = values().first(where: { $0.icuValue == value }) else {
          throw ICUFailure(status: .illegalArgument)
        }
        put(&resolved, known)
      },
      stamped: { (effective ?? inForce)($0).stamped },
      makeSamples: { Self.samples(values(), ask) })
  }

  /// Not inlined, since the closures that call it are compiled for each type of value.
  @inline(never)
  private static func set(
    _ attribute: ICUAttribute, to value: ICUValue, _ asked: @autoclosure () -> String,
    of icu: inout ICUCollator
  ) throws(CollationError) {
    try refusing(asked(), icu.set(attribute, to: value))
  }

  private static func refusing(
    _ asked: @autoclosure () -> String, expected: String = "",
    _ call: @autoclosure () throws(ICUFailure) -> Void
  ) throws(CollationError) {
    do {
      try call()
    } catch {
      let asked = asked()
      throw .refused(
        .invalidOption, "ICU rejected \(asked)\(expected)", asked, status: error.status)
    }
  }
}
