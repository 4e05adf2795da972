import { startFigures } from './figures.ts';
import { startFleet } from './fleet-runner.ts';
import { USAGE, readInvocation, type Run } from './config.ts';

const EXIT = { fine: 0, wrongUsage: 2, impatient: 130 } as const;

const invocation = readInvocation(process.argv.slice(2));
switch (invocation.kind) {
  case 'help':
    console.log(USAGE);
    break;
  case 'wrong':
    console.error(invocation.reason);
    process.exitCode = EXIT.wrongUsage;
    break;
  case 'run':
    runFleet(invocation.run);
}

/** Runs until the minutes are over or a signal comes, then lets everybody say goodbye. */
function runFleet({ minutes, quiet, ...options }: Run): void {
  // Whoever reads our lines may go first; that is no reason to lose the fleet's state.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  const fleet = startFleet({ ...options, say: (line) => console.error(line) });
  const stopFigures = quiet ? () => {} : startFigures(fleet.figures, (line) => console.log(line));
  let stopping = false;

  function stop(): void {
    if (stopping) process.exit(EXIT.impatient);
    stopping = true;
    stopFigures();
    void fleet.stop().then(() => process.exit(EXIT.fine));
  }

  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  if (minutes > 0) setTimeout(stop, minutes * 60_000);
}
