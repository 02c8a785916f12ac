/// A large value that most objects lack: while it is `nil`, it takes one word.
@propertyWrapper
struct Seldom<Value> {
    private final class Cell {
        let value: Value

        init(_ value: Value) { self.value = value }
    }

    private var cell: Cell?

    init(wrappedValue: Value?) { cell = wrappedValue.map { Cell($0) } }

    var wrappedValue: Value? {
        get { cell?.value }
        set { cell = newValue.map { Cell($0) } }
    }
}
