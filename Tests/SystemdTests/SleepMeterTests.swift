import Systemd
import Testing

@Suite struct SleepMeterTests {
    @Test func `the difference between the clocks is the sleep, reported once`() {
        var meter = SleepMeter(boottime: .seconds(100), monotonic: .seconds(90))
        #expect(meter.read(boottime: .seconds(160), monotonic: .seconds(150)) == nil)
        #expect(meter.read(boottime: .seconds(3_760), monotonic: .seconds(150)) == .seconds(3_600))
        #expect(meter.read(boottime: .seconds(3_770), monotonic: .seconds(160)) == nil)
    }

    @Test func `clocks that are read at slightly different times show no sleep`() {
        var meter = SleepMeter(boottime: .zero, monotonic: .zero)
        #expect(meter.read(boottime: .milliseconds(1_900), monotonic: .seconds(1)) == nil)
        #expect(meter.read(boottime: .seconds(3), monotonic: .seconds(1)) == .seconds(2))
    }
}
