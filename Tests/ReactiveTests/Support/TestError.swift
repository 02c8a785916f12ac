enum TestError: Error, Hashable {
    case oops
    case other
}
