import { request, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { audioHttp } from '@belfry/schemas/http/library/audio';
import { audioContentHttp } from '@belfry/schemas/http/library/audio-content';
import { deviceAuthorization } from '../support/device-authorization.ts';
import { createDevice, createUser } from '../support/factories.ts';
import { createAudio, tone, uploadAudio } from '../support/library.ts';
import { times } from '../support/limits.ts';
import { until } from '../support/until.ts';
import { type Attack, nextNumber, timed, accepted } from './attack.ts';

/** More than the network takes of an answer that nobody reads. */
const LARGE_BYTES = 25_000_000;

export const uploads: Attack = {
  name: 'upload of audio',
  how: 'two slow uploads of each of ten accounts',
  rounds: 5,
  async prepare(target) {
    const honest = await createUser(target);
    const other = () => {
      const title = `Te${String(nextNumber()).padStart(4, '0')}`;
      return Buffer.from(tone('mp3').toString('latin1').replace('Tester', title), 'latin1');
    };
    return {
      measure: () => timed(async () => accepted(await uploadAudio(target, honest, other()))),
      async begin() {
        const sockets: Socket[] = [];
        for (const { key } of await Promise.all(times(10, () => createUser(target))))
          for (let each = 0; each < 2; each += 1) {
            const { host, hostname, port, pathname, search } = new URL(
              target.address(audioHttp.upload, { name: 'Slow' }),
            );
            const socket = connect({ host: hostname, port: Number(port) }).on('error', () => undefined);
            const headers = [`Host: ${host}`, `Authorization: ${key}`, 'Content-Length: 9000000'].join('\r\n');
            // Enough to stay above the minimum rate.
            socket.write(`POST ${pathname}${search} HTTP/1.1\r\n${headers}\r\n\r\n${'a'.repeat(1_000_000)}`);
            sockets.push(socket);
          }
        return {
          held: () => `${sockets.filter((socket) => !socket.destroyed).length} connections`,
          end: () => sockets.forEach((socket) => socket.destroy()),
        };
      },
    };
  },
};

export const downloads: Attack = {
  name: 'download of a device',
  how: 'six downloads of each of 44 devices of two accounts, of which nothing is read',
  rounds: 25,
  async prepare(target) {
    const honest = await createUser(target);
    const audio = await createAudio(target, honest, tone('mp3'));
    const device = await createDevice(target, { user_id: honest.id });
    return {
      measure: () =>
        timed(async () => {
          const answer = await target.raw(
            audioContentHttp.download,
            { key: deviceAuthorization(device) },
            { sha256: audio.sha256 },
          );
          await answer.arrayBuffer();
          if (answer.status !== 200) throw new Error(String(answer.status));
        }),
      async begin() {
        const answers: IncomingMessage[] = [];
        const calls: ReturnType<typeof request>[] = [];
        for (const attacker of await Promise.all(times(2, () => createUser(target)))) {
          const large = await createAudio(
            target,
            attacker,
            Buffer.concat([tone('wav'), Buffer.alloc(LARGE_BYTES, attacker.id)]),
          );
          for (const stalled of await Promise.all(times(22, () => createDevice(target, { user_id: attacker.id }))))
            for (let each = 0; each < 6; each += 1) {
              const call = request(target.address(audioContentHttp.download, { sha256: large.sha256 }), {
                agent: false,
                headers: { authorization: deviceAuthorization(stalled) },
              });
              call.on('response', (answer) => answers.push(answer.on('error', () => undefined)));
              call.on('error', () => undefined).end();
              calls.push(call);
            }
        }
        await until(
          'the attack has its places',
          () => answers.filter(({ statusCode }) => statusCode === 200).length >= 96,
        );
        return {
          held: () =>
            `${answers.filter(({ statusCode, destroyed }) => statusCode === 200 && !destroyed).length} answers`,
          end: () => calls.forEach((call) => call.destroy()),
        };
      },
    };
  },
};
