import { ENTITY, startFakeHome, TOKEN } from '@belfry/device-firmware-sim/testing/fake-home-assistant';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { pairingHttp } from '@belfry/schemas/http/device-ownership/pairing';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { networkSpeakersHttp } from '@belfry/schemas/http/network-speakers/network-speakers';
import { expect, onTestFinished } from 'vitest';
import { prepareUnpairedDevice } from '../../support/devices/unpaired-device.ts';
import { createSpeakers, createUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { success } from '../../support/http-client.ts';
import { until } from '../../support/until.ts';

flow(
  'a media player of Home Assistant announces what its place is told, and is offline with it',
  async ({ lentStack: stack }) => {
    const home = await startFakeHome();
    onTestFinished(home.close);
    const owner = await createUser(stack);
    const { company } = await createSpeakers(stack, owner, 0);
    const device = prepareUnpairedDevice(stack.url, {
      options: ['--home-assistant', home.url],
      env: { HOME_ASSISTANT_TOKEN: TOKEN },
    });
    onTestFinished(device.close);
    device.start();
    const place = { company_id: company.company_id };
    const paired = { ...place, user_code: await device.code(), name: 'Office' };
    const { serial: sender } = await success(stack.call(pairingHttp.pair, owner, paired));
    const statusOf = async (serial: string) =>
      (await success(stack.call(devicesHttp.info, owner, { device: serial }))).status;
    await until(
      'its sender is online',
      () => statusOf(sender),
      (is) => is === 'online',
    );
    const kitchen = { ...place, name: 'Kitchen', sender, transport: { kind: 'media_player' as const, entity: ENTITY } };
    const { serial } = await success(stack.call(networkSpeakersHttp.create, owner, kitchen));
    await until(
      'the media player is online',
      () => statusOf(serial),
      (is) => is === 'online',
    );

    const said = { text: 'Dinner is ready', targets: { devices: [serial] } };
    const { run_id } = await success(stack.call(sayHttp.say, owner, said));
    const asks = () => home.calls.filter(({ service }) => service === 'play_media');
    const [asked] = await until('it is asked to play', asks, (calls) => calls.length > 0);
    expect(asked?.service_data).toMatchObject({ announce: true });
    const audio = await fetch(String(asked?.service_data?.['media_content_id']));
    expect([audio.status, audio.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
    home.say('playing');
    home.say('idle');
    const run = () => success(stack.call(announcementsHttp.run, owner, { run_id }));
    const { deliveries } = await until('it has played', run, (is) => is.deliveries[0]?.state === 'finished');
    expect(deliveries[0]).toMatchObject({ reason_code: 'sent' });
    expect(device.written()).not.toContain(TOKEN);

    home.close();
    await until(
      'the media player is offline',
      () => statusOf(serial),
      (is) => is === 'offline',
    );
    expect(await statusOf(sender)).toBe('online');
  },
);
