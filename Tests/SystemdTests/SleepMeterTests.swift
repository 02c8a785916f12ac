import Systemd
import Testing

@Suite struct SleepMeterTests {
    @Test func `the difference between the clocks is the sleep, reported once`() {
        var meter = SleepMeter(boottime: 100_000_000, monotonic: 90_000_000)
        #expect(meter.read(boottime: 160_000_000, monotonic: 150_000_000) == nil)
        #expect(meter.read(boottime: 3_760_000_000, monotonic: 150_000_000) == .seconds(3_600))
        #expect(meter.read(boottime: 3_770_000_000, monotonic: 160_000_000) == nil)
    }

    @Test func `clocks that are read at slightly different times show no sleep`() {
        var meter = SleepMeter(boottime: 0, monotonic: 0)
        #expect(meter.read(boottime: 1_900_000, monotonic: 1_000_000) == nil)
        #expect(meter.read(boottime: 3_000_000, monotonic: 1_000_000) == .seconds(2))
    }
}
