/// The receiver of the events of an XML document, in order.
///
/// A class and not a protocol: the parser's callbacks know its address only.
class XMLReceiver {
    /// Receives the start of an element.
    ///
    /// - Parameters:
    ///   - name: The name of the element.
    ///   - attributes: Its attributes.
    ///   - namespaces: The number of namespaces that it declares.
    func start(_ name: XMLName, with attributes: XMLAttributes, namespaces: Int) {}

    /// Receives the end of an element.
    func end(_ name: XMLName) {}

    /// Receives a part of the text of the open element.
    func text(_ bytes: UnsafeBufferPointer<UInt8>) {}
}
