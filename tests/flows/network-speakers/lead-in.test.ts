/** @module-tag full */
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { networkSpeakersHttp } from '@belfry/schemas/http/network-speakers/network-speakers';
import { expect, onTestFinished } from 'vitest';
import { startRtpReceiver } from '../../support/audio/rtp-receiver.ts';
import { bellsOf, everyDay, localOf } from '../../support/bells.ts';
import { statusOf } from '../../support/commands.ts';
import { startSenderHost } from '../../support/devices/sender-host.ts';
import { createDevice, createSpeakers, createUser } from '../../support/factories.ts';
import { changeSettings, flow } from '../../support/flow.ts';
import { success } from '../../support/http-client.ts';
import { until } from '../../support/until.ts';

const RATE = 44_100;
const LEAD_IN = { ms: 1_500, after_s: 0, sound: 'tone' } as const;
const LEAD_MS = 900;
/** For the programme to reach the sender. */
const AHEAD_MS = 15_000;

/** When samples of L16 are first above a level, in seconds by the clock of RTP. */
function firstAbove(packets: readonly Buffer[], level: number): number {
  for (const packet of packets)
    for (let at = 12; at < packet.length; at += 2)
      if (Math.abs(packet.readInt16BE(at)) / 32_768 > level)
        return packet.readUInt32BE(4) / RATE + (at - 12) / 2 / RATE;
  return Number.NaN;
}

flow(
  'a bell strikes on the second: what wakes the amplifier, and the silence of the sender, are before it',
  { timeout: 120_000 },
  async ({ lentStack: stack }) => {
    onTestFinished(await changeSettings(stack, { NETWORK_SPEAKER_ALLOW: '127.0.0.1' }));
    const owner = await createUser(stack);
    const { main, company, ids } = await createSpeakers(stack, owner, 1);
    const changes = { company_id: main.company_id, time_zone: 'Europe/Berlin', lead_in: LEAD_IN };
    await success(stack.call(companyChangesHttp.edit, owner, changes));
    const sender = await createDevice(stack, { user_id: owner.id, company_id: ids[0] ?? 0 });
    const host = await startSenderHost(stack, sender);
    onTestFinished(host.stop);
    const receiver = await startRtpReceiver();
    onTestFinished(receiver.close);
    const transport = {
      kind: 'rtp',
      address: '127.0.0.1',
      port: receiver.port,
      codec: 'L16',
      lead_ms: LEAD_MS,
    } as const;
    const { serial } = await success(
      stack.call(networkSpeakersHttp.create, owner, {
        company_id: company.company_id,
        name: 'Yard',
        sender: sender.serial,
        transport,
      }),
    );
    await until('it is online', async () => (await statusOf(stack, serial)) === 'online');

    const instant = Math.ceil((Date.now() + AHEAD_MS) / 1_000) * 1_000;
    const time = localOf(new Date(instant).toISOString()).slice(11);
    const bells = bellsOf(stack, owner);
    const timetable = await bells.timetable('Lesson', [time]);
    await bells.week(main.company_id, everyDay(timetable.id));

    const delivery = async () => {
      const [run] = await success(stack.call(announcementsHttp.runs, owner, {}));
      if (!run) return undefined;
      const { deliveries } = await success(stack.call(announcementsHttp.run, owner, { run_id: run.run_id }));
      return deliveries.find((each) => each.serial === serial && each.state === 'finished');
    };
    const heard = await until('it has struck', delivery);
    expect(Math.abs(Date.parse(heard?.started_at ?? '') - instant)).toBeLessThan(250);
    const { packets } = receiver;
    const strikes = firstAbove(packets, 0.05);
    const wakes = firstAbove(packets, 0.002);
    const begins = (packets[0]?.readUInt32BE(4) ?? 0) / RATE;
    // The tone comes up from silence.
    expect(Math.abs((strikes - wakes) * 1_000 - LEAD_IN.ms)).toBeLessThan(40);
    // A busy machine takes some of it; without being told earlier, nothing would be left after 400 ms.
    expect((wakes - begins) * 1_000).toBeGreaterThan(LEAD_MS - 300);
    expect((wakes - begins) * 1_000).toBeLessThan(LEAD_MS + 60);
  },
);
