/** @module-tag full */
import { alarmsHttp } from '@belfry/schemas/http/alarms/alarms';
import { alarmRulesHttp } from '@belfry/schemas/http/alarms/rules';
import { pairingHttp } from '@belfry/schemas/http/device-ownership/pairing';
import { networkSpeakersHttp } from '@belfry/schemas/http/network-speakers/network-speakers';
import { afterEach, expect, onTestFinished } from 'vitest';
import { letDevicesBeJudged } from '../../support/alarms/judged-devices.ts';
import { TRANSPORT } from '../../support/devices/network-speakers.ts';
import { prepareUnpairedDevice } from '../../support/devices/unpaired-device.ts';
import { createSpeakers, createUser } from '../../support/factories.ts';
import { endFakeTimers } from '../../support/fake-date.ts';
import { changeSettings, flow } from '../../support/flow.ts';
import { success } from '../../support/http-client.ts';
import { until } from '../../support/until.ts';

/** Of TEST-NET-1: no machine has it. */
const GONE = '192.0.2.1';

afterEach(endFakeTimers);

flow(
  'a sender whose network is gone says why at each loudspeaker, and an alarm has the reason',
  { timeout: 90_000 },
  async ({ lentStack: stack }) => {
    onTestFinished(await changeSettings(stack, { NETWORK_SPEAKER_ALLOW: '127.0.0.1' }));
    const owner = await createUser(stack);
    const { main, company } = await createSpeakers(stack, owner, 0);
    const rule = { company_id: main.company_id, kind: 'device_offline' as const, delay_s: 0, clear_after_s: 0 };
    await success(stack.call(alarmRulesHttp.create, owner, rule));
    const device = prepareUnpairedDevice(stack.url, { options: ['--rtp-interface', GONE, '--rtp-allow', '127.0.0.1'] });
    onTestFinished(device.close);
    device.start();
    const place = { company_id: company.company_id };
    const { serial: sender } = await success(
      stack.call(pairingHttp.pair, owner, { ...place, user_code: await device.code(), name: 'Office' }),
    );
    const add = (name: string, address: string) =>
      success(
        stack.call(networkSpeakersHttp.create, owner, { ...place, name, sender, transport: { ...TRANSPORT, address } }),
      );
    const [horn, other] = [await add('Horn', TRANSPORT.address), await add('Other', '127.0.0.1')];
    const read = ({ device_id }: typeof horn) => success(stack.call(networkSpeakersHttp.read, owner, { device_id }));
    const { status, problem } = await until(
      'it says why',
      () => read(horn),
      (speaker) => speaker.problem !== null,
    );
    expect(status).toBe('offline');
    expect(problem).toMatch(/^No sound can be sent to the loudspeaker: E/);
    await until(
      'the other one is online',
      () => read(other),
      (speaker) => speaker.status === 'online',
    );
    await letDevicesBeJudged(stack);
    const alarms = () => success(stack.call(alarmsHttp.list, owner));
    const [alarm] = await until('the alarm', alarms, (open) => open.length > 0);
    expect(alarm).toMatchObject({ kind: 'device_offline', devices: [horn.serial], detail: problem });

    const { revision } = await read(horn);
    const moved = { name: 'Horn', sender, transport: { ...TRANSPORT, address: '127.0.0.1' }, revision };
    await success(stack.call(networkSpeakersHttp.change, owner, { device_id: horn.device_id, ...moved }));
    await until(
      'it can be reached',
      () => read(horn),
      (speaker) => speaker.status === 'online' && speaker.problem === null,
    );
    await until('the alarm is over', alarms, (open) => open.length === 0);
  },
);
