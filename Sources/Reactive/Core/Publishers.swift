/// The namespace of the operators' types, with Combine's names.
///
/// `Merge`, `Zip` and `CombineLatest` exist once for each number of upstreams. One type with a parameter pack
/// would have to require the same failure of all upstreams, which Swift 6.3 rejects ("same-element
/// requirements are not yet supported"). With a pack of `any Publisher<each Output, Failure>`, it cannot
/// infer the types at the call; erased upstreams would also cost 7 to 9 % more instructions for each value.
public enum Publishers {}
