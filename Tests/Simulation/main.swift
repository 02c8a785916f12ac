import Glibc

Preparation.restartIfNeeded()
if CommandLine.arguments.contains("--help") {
    print(Options.usage)
    exit(0)
}
guard let options = Options(CommandLine.arguments.dropFirst()) else {
    print(Options.usage)
    exit(64)
}
exit(Program(options).run())
