/** @module-tag full */
import { NETWORK_SPEAKERS_MAX } from '@belfry/schemas/domain/network-speakers';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { networkSpeakersHttp } from '@belfry/schemas/http/network-speakers/network-speakers';
import { expect, onTestFinished } from 'vitest';
import { startRtpReceiver } from '../../support/audio/rtp-receiver.ts';
import { startSenderHost } from '../../support/devices/sender-host.ts';
import { createDevice, createSpeakers, createUser } from '../../support/factories.ts';
import { changeSettings, flow } from '../../support/flow.ts';
import { success } from '../../support/http-client.ts';
import { until } from '../../support/until.ts';

/** For all of them to be online again: 25 ms between two, and what a busy machine needs. */
const SETTLED_MS = 180_000;

flow(
  'all speakers that a sender may carry change at once, and hear the next announcement once',
  { timeout: 600_000 },
  async ({ lentStack: stack }) => {
    onTestFinished(await changeSettings(stack, { NETWORK_SPEAKER_ALLOW: '127.0.0.1', RATE_LIMIT_SCALE: '1000' }));
    const owner = await createUser(stack);
    const { company, ids } = await createSpeakers(stack, owner, 1);
    const sender = await createDevice(stack, { user_id: owner.id, company_id: ids[0] ?? 0 });
    const [before, after] = [await startRtpReceiver(), await startRtpReceiver()];
    onTestFinished(before.close);
    onTestFinished(after.close);
    const at = ({ port }: typeof before) => ({ kind: 'rtp', address: '127.0.0.1', port, codec: 'L16' }) as const;
    const added = [];
    for (let index = 0; index < NETWORK_SPEAKERS_MAX; index++)
      added.push(
        await success(
          stack.call(networkSpeakersHttp.create, owner, {
            company_id: company.company_id,
            sender: sender.serial,
            transport: at(before),
            name: `Horn ${index}`,
          }),
        ),
      );
    const host = await startSenderHost(stack, sender);
    onTestFinished(host.stop);
    const online = async (): Promise<number> => {
      const asked = { sender: sender.serial, page_size: 100 };
      const pages = await Promise.all(
        [1, 2].map((page) => success(stack.call(networkSpeakersHttp.list, owner, { ...asked, page }))),
      );
      return pages.flat().filter(({ status }) => status === 'online').length;
    };
    const areOnline = async (what: string): Promise<void> => {
      const begun = performance.now();
      await until(what, online, (count) => count === NETWORK_SPEAKERS_MAX, SETTLED_MS, 200);
      process.stdout.write(`${what}: ${((performance.now() - begun) / 1_000).toFixed(1)} s\n`);
    };
    await areOnline('all are online');

    const cpu = process.cpuUsage();
    await Promise.all(
      added.map(({ device_id }, index) =>
        success(
          stack.call(networkSpeakersHttp.change, owner, {
            device_id,
            sender: sender.serial,
            transport: at(after),
            name: `Horn ${index}`,
          }),
        ),
      ),
    );
    await until('the first has another address', online, (count) => count < NETWORK_SPEAKERS_MAX);
    await areOnline('all have another address');
    const { user, system } = process.cpuUsage(cpu);
    process.stdout.write(
      `processor time of api, broker and sender together: ${((user + system) / 1e6).toFixed(1)} s\n`,
    );

    const targets = { devices: added.map(({ serial }) => serial) };
    const { run_id } = await success(stack.call(sayHttp.say, owner, { text: 'Closing soon', targets }));
    const run = () => success(stack.call(announcementsHttp.run, owner, { run_id }));
    await until(
      'all receipts',
      run,
      ({ deliveries }) => deliveries.length > 0 && deliveries.every(({ state }) => state === 'finished'),
    );
    await until('the silence after it', () => after.packets.length > 0 && after.isSilent());
    expect([before.packets.length, after.spurts()]).toEqual([0, 1]);
  },
);
