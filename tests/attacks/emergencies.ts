import { emergencyHttp } from '@belfry/schemas/http/announcements/emergency';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { connectDevice } from '../support/devices/mqtt-device.ts';
import { createCompany, createDevice, createUser } from '../support/factories.ts';
import { success } from '../support/http-client.ts';
import { createMessage } from '../support/library.ts';
import { times } from '../support/limits.ts';
import { until } from '../support/until.ts';
import { type Attack, ATTACKERS, nextNumber, accepted, summary } from './attack.ts';

export const emergencies: Attack = {
  name: 'emergency until it is at the device',
  how: 'each of six accounts says what it may to 40 devices and starts its own emergencies',
  rounds: 9,
  pauseMs: 500,
  async prepare(target) {
    const prepared = async (devices: number) => {
      const owner = await createUser(target);
      const { company_id } = await createCompany(target, { user_id: owner.id });
      const at = devices === 1 ? { company_id } : {};
      const made = await Promise.all(times(devices, () => createDevice(target, { user_id: owner.id, ...at })));
      const text = `Leave the building ${owner.id}`;
      const message = await createMessage(target, owner, { emergency: true, variants: [{ language: 'en', text }] });
      return { owner, made, message, targets: { devices: made.map(({ serial }) => serial) } };
    };
    const honest = await prepared(1);
    const device = await connectDevice(target.mqttUrl, honest.made[0]!);
    await device.status();
    const start = ({ owner, message, targets }: typeof honest) =>
      target.call(emergencyHttp.start, owner, { message_id: message.id, targets });
    return {
      async measure() {
        const before = device.commands.length;
        const began = performance.now();
        const { run_id } = await success(start(honest));
        await until('the command', () => device.commands.length > before);
        const time = performance.now() - began;
        accepted(await target.call(emergencyHttp.allClear, honest.owner, { run_id }));
        return time;
      },
      async begin() {
        const attackers = await Promise.all(times(ATTACKERS, () => prepared(40)));
        const statuses: number[] = [];
        const attackOnce = async (attacker: typeof honest): Promise<void> => {
          const said = { text: `Text ${nextNumber()}`, language: 'en-US', targets: attacker.targets };
          statuses.push((await target.call(sayHttp.say, attacker.owner, said)).status);
          const { status, body } = await start(attacker);
          statuses.push(status);
          if (status === 202) await target.call(emergencyHttp.allClear, attacker.owner, { run_id: body.run_id });
        };
        await Promise.all(attackers.map(attackOnce));
        const timer = setInterval(() => void Promise.all(attackers.map(attackOnce)).catch(() => undefined), 1_000);
        return { held: () => summary(statuses), end: () => (clearInterval(timer), void device.disconnect()) };
      },
    };
  },
};
