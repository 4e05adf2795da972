import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const PROGRAM = join(import.meta.dirname, '../support/audio/multicast-program.ts');
/** As root, or as whoever may become it in a namespace. */
const WAY = [['-n'], ['-r', '-n']].find((options) => spawnSync('unshare', [...options, 'true']).status === 0);

/** The type of service and the TTL of the first packet of the group, by a raw socket: Node does not tell them. */
const SNIFF = [
  'use Socket; socket(S, AF_INET, SOCK_RAW, 17) or die;',
  'while (recv(S, $b, 2000, 0), 1) { last if substr($b, 16, 4) eq inet_aton("239.1.2.3") }',
  'printf "%d %d", ord(substr($b, 1, 1)), ord(substr($b, 8, 1));',
].join(' ');
const SCRIPT = `ip link set lo up multicast on; perl -e '${SNIFF}' >&2 & sleep 0.2; "$@"; wait`;

// Nothing of it leaves the namespace.
test.skipIf(!WAY)(
  'a group hears what is sent to it, marked and with its TTL, and a network without a route is an error',
  async () => {
    const program = spawn('unshare', [...(WAY ?? []), 'sh', '-c', SCRIPT, 'sh', process.execPath, PROGRAM], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [heard, sniffed] = await Promise.all([text(program.stdout), text(program.stderr), once(program, 'exit')]);
    const { packets, spurts, failure } = JSON.parse(heard) as { packets: number; spurts: number; failure: string };
    expect(sniffed).toContain('184 7');
    expect(packets).toBeGreaterThanOrEqual(40);
    expect(spurts).toBe(1);
    expect(failure).toBe('No sound can be sent to the loudspeaker: ENETUNREACH');
  },
);
