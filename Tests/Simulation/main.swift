import Glibc

Preparation.restartIfNeeded()
guard let options = Options(CommandLine.arguments.dropFirst()) else {
    print(Options.usage)
    exit(64)
}
exit(Program(options).run())
