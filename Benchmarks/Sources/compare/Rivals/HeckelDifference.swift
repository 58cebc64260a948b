/// What snapshots of rows are compared by in apps: Paul Heckel, "A technique for isolating
/// differences between files" (1978), for rows whose ids occur once.
enum RowStep {
  case delete(Int)
  case insert(Int)
  case move(from: Int, to: Int)
}

func heckelDifference(_ old: [Int], _ new: [Int]) -> [RowStep] {
  var oldPlaces: [Int: Int] = [:]
  oldPlaces.reserveCapacity(old.count)
  for (place, id) in old.enumerated() { oldPlaces[id] = place }
  var isKept = [Bool](repeating: false, count: old.count)
  var steps: [RowStep] = []
  let origins = new.map { id in
    let place = oldPlaces[id]
    if let place { isKept[place] = true }
    return place
  }
  // How many rows before each old one are gone.
  var deletions = [Int](repeating: 0, count: old.count)
  var deleted = 0
  for place in old.indices {
    deletions[place] = deleted
    if !isKept[place] {
      steps.append(.delete(place))
      deleted += 1
    }
  }
  var inserted = 0
  for (place, origin) in origins.enumerated() {
    if let origin {
      if origin - deletions[origin] + inserted != place {
        steps.append(.move(from: origin, to: place))
      }
    } else {
      steps.append(.insert(place))
      inserted += 1
    }
  }
  return steps
}
