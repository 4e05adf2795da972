import { expect, it } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { simulatedNetworkTime } from '../hardware/network-time.ts';
import { createNetworkTime, readNetworkTime } from './time-service.ts';

/** What programs print, by their first words; the others are not installed. */
type Outputs = Record<string, string>;
const programs = (outputs: Outputs) => async (program: string, args: readonly string[]) => {
  const line = [program, ...args].join(' ');
  const output = Object.entries(outputs).find(([begin]) => line.startsWith(begin))?.[1];
  if (output === undefined) throw new Error(`spawn ${program} ENOENT`);
  return output;
};

const CHRONY =
  'C0A80101,192.168.1.1,3,1764215823.104771210,0.000017403,-0.000017303,0.000126810,-12.286,0.001,0.034,0.011462118,0.000915120,64.6,Normal\n';
const CHRONY_FAST = CHRONY.replace('0.000017403', '-0.035210044');
const CHRONY_NEW =
  '00000000,,0,0.000000000,0.000000000,0.000000000,0.000000000,0.000,0.000,0.000,1.000000000,1.000000000,0.0,Not synchronised\n';
const CHRONY_LOCAL = CHRONY.replace('C0A80101,192.168.1.1,3', '7F7F0101,127.127.1.1,10');
const NTP = `associd=0 status=0615 leap_none, sync_ntp, 1 event, clock_sync,
version="ntpd 4.2.8p15@1.3728-o Wed Sep 23 11:46:38 UTC 2020 (1)",
processor="armv7l", system="Linux/5.10.103-v7+", leap=00, stratum=3,
precision=-20, rootdelay=9.912, rootdisp=27.163, refid=192.168.1.1,
reftime=ecd1f7a4.3b64d2f1  Fri, Nov 27 2026  3:30:12.232,
clock=ecd1f8c9.a1b2c3d4  Fri, Nov 27 2026  3:35:05.631, peer=34137, tc=6,
mintc=3, offset=-21.471514, frequency=-12.203, sys_jitter=0.871235,
clk_jitter=0.412, clk_wander=0.034
`;
const NTP_NEW = NTP.replace('leap_none, sync_ntp', 'leap_alarm, sync_unspec').replace('leap=00', 'leap=11');
const TIMESYNC = `       Server: 192.168.1.1 (ntp.example)
Poll interval: 34min 8s (min: 32s; max 34min 8s)
         Leap: normal
      Version: 4
      Stratum: 3
    Reference: A0A0814
    Precision: 1us (-25)
Root distance: 12.046ms (max: 5s)
       Offset: +1.082ms
        Delay: 4.873ms
       Jitter: 2.164ms
 Packet count: 71
    Frequency: -13.284ppm
`;
const bySystemd = (status: string): Outputs => ({ 'timedatectl show': 'yes\n', 'timedatectl timesync-status': status });
const right = (clock_offset_ms: number | null) => ({ clock_offset_ms, clock_synchronised: true });
const UNSET = { clock_offset_ms: null, clock_synchronised: false };

it.each<[string, Outputs, object | null]>([
  ['chrony', { chronyc: CHRONY }, right(0)],
  ['chrony whose clock is fast', { chronyc: CHRONY_FAST }, right(35.2)],
  ['chrony that has just started', { chronyc: CHRONY_NEW }, UNSET],
  ['chrony that serves its own clock', { chronyc: CHRONY_LOCAL }, UNSET],
  ['NTP', { ntpq: NTP }, right(21.5)],
  ['NTP that has just started', { ntpq: NTP_NEW }, UNSET],
  ['systemd', bySystemd(TIMESYNC), right(-1.1)],
  ['systemd, in microseconds', bySystemd(TIMESYNC.replace('+1.082ms', '-835us')), right(0.8)],
  ['systemd, in minutes', bySystemd(TIMESYNC.replace('+1.082ms', '+1min 2.5s')), right(-62_500)],
  ['systemd that has measured nothing', bySystemd('       Server: n/a (ntp.example)\n'), right(null)],
  ['systemd beside another service', { 'timedatectl show': 'yes\n' }, right(null)],
  ['systemd without a set clock', { 'timedatectl show': 'no\n' }, UNSET],
  ['chrony that cannot be reached', { chronyc: '506 Cannot talk to daemon\n', 'timedatectl show': 'no\n' }, UNSET],
  ['nothing', {}, null],
])('reads the clock of %s', async (_what, outputs, expected) => {
  expect(await readNetworkTime(programs(outputs))).toEqual(expected);
});

it('asks in the background, and not for each measurement', async () => {
  const clock = createManualClock();
  const asked: string[] = [];
  const networkTime = createNetworkTime({
    clock,
    run: async (program) => {
      asked.push(program);
      return CHRONY_FAST;
    },
  });
  expect(networkTime()).toBeNull();
  await expect.poll(networkTime).toEqual(right(35.2));
  expect(asked).toEqual(['chronyc']);
  await clock.advance(30_000);
  networkTime();
  expect(asked).toHaveLength(2);
});

it('keeps what it knows for ten minutes where no service answers', async () => {
  const clock = createManualClock();
  let answers = true;
  const networkTime = createNetworkTime({
    clock,
    run: async (program, args) => programs(answers ? { chronyc: CHRONY_FAST } : {})(program, args),
  });
  await expect.poll(networkTime).toEqual(right(35.2));
  answers = false;
  await clock.advance(600_000);
  networkTime();
  await clock.advance(1);
  expect(networkTime()).toEqual(right(35.2));
  await clock.advance(30_000);
  networkTime();
  await expect.poll(networkTime).toBeNull();
});

it('a simulated device knows its offset, unless its clock was never set', () => {
  expect(simulatedNetworkTime(35)()).toEqual(right(35));
  expect(simulatedNetworkTime(3_600_000)()).toEqual(UNSET);
});
