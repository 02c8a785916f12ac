/// The first bytes of packets of MQTT 3.1.1: the type in the upper four bits, flags in the lower ones.
///
/// Source: MQTT 3.1.1, sections 2.2.1 and 2.2.2.
enum MQTTPacket {
    static let connect: UInt8 = 0x10
    /// PUBLISH with quality of service 0, neither a copy nor retained.
    static let publish: UInt8 = 0x30
    static let subscribe: UInt8 = 0x82
    static let subscribed: UInt8 = 0x90

    /// Whether a first byte is that of PUBLISH with any flags.
    static func isPublish(_ byte: UInt8) -> Bool { byte >> 4 == publish >> 4 }
}
