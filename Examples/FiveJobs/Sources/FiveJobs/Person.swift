struct Person: Hashable {
  let family: String
  let given: String
}
