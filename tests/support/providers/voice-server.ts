import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { piperFiles } from '@belfry/speech-neural/testing/voice-folder';

/** How a server answers for the files of a voice. */
export type Behaviour = {
  /** Cuts the connection after so many bytes of an answer, this often. */
  cut?: { bytes: number; times: number };
  /** Knows no ranges. */
  ignoresRanges?: boolean;
  /** Answers with this status. */
  status?: number;
  /** Changes a byte of the content. */
  damaged?: boolean;
  /** Sends a byte more. */
  longer?: boolean;
  /** Sends the beginning, and then nothing. */
  hangs?: boolean;
};
type Voice = { name: string; files?: Record<string, Uint8Array>; behaviour?: Behaviour };

const COMMIT = '0123456789abcdef0123456789abcdef01234567';
const FIRST_BYTES = 100_000;

const sha256Of = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** A server with a catalogue of stand-ins for voices of Piper in Latvian, and their files. */
export async function startVoiceServer(given: readonly Voice[]) {
  const voices = new Map(given.map((voice) => [voice.name, { behaviour: {}, files: piperFiles(), ...voice }]));
  const requests: { path: string; range: string | undefined }[] = [];
  const licence = { id: 'cc0', name: 'CC0 1.0', url: 'https://licences.test/cc0', text: 'You may do what you want.' };
  const catalogue = JSON.stringify({
    licences: [{ ...licence, commercial: true }],
    voices: [...voices.values()].map(({ name, files }) => ({
      name,
      kind: 'piper',
      language_code: 'lv-LV',
      gender: 'MALE',
      quality: 'medium',
      licence: licence.id,
      note: 'Name the source.',
      commit: COMMIT,
      sample: `https://samples.test/${name}.mp3`,
      files: Object.entries(files).map(([file, content]) => ({
        name: file,
        url: `files/${COMMIT}/${name}/${file}`,
        bytes: content.length,
        sha256: sha256Of(content),
      })),
    })),
  });

  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const path = request.url ?? '';
    if (path === '/catalogue.json') return void response.end(catalogue);
    const [, , , name = '', file = ''] = path.split('/');
    const voice = voices.get(name);
    const content = voice?.files[file];
    requests.push({ path, range: request.headers.range });
    if (!voice || !content) return void response.writeHead(404).end();
    send(content, voice.behaviour, request, response);
  };
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    settings: {
      VOICE_CATALOGUE_URL: `http://127.0.0.1:${port}/catalogue.json`,
      VOICE_CATALOGUE_SHA256: sha256Of(Buffer.from(catalogue)),
    },
    /** How the server answers for a voice from now on. */
    behave: (name: string, behaviour: Behaviour): void => void Object.assign(voices.get(name) ?? {}, { behaviour }),
    requestsFor: (name: string) => requests.filter(({ path }) => path.includes(`/${name}/`)),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function send(stored: Uint8Array, behaviour: Behaviour, request: IncomingMessage, response: ServerResponse): void {
  if (behaviour.status !== undefined) return void response.writeHead(behaviour.status).end();
  const content = Buffer.from(behaviour.longer ? Buffer.concat([stored, Buffer.alloc(1)]) : stored);
  if (behaviour.damaged) content[0] = (content[0] ?? 0) ^ 1;
  const from = behaviour.ignoresRanges ? 0 : Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
  const rest = content.subarray(from);
  const range = { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` };
  // A longer file has no length, or the client would see it before.
  response.writeHead(from > 0 ? 206 : 200, {
    ...(from > 0 && range),
    ...(!behaviour.longer && { 'content-length': rest.length }),
  });
  const { cut } = behaviour;
  if (behaviour.hangs) return void response.write(rest.subarray(0, FIRST_BYTES));
  if (!cut || cut.times === 0 || rest.length <= cut.bytes) return void response.end(rest);
  cut.times -= 1;
  response.write(rest.subarray(0, cut.bytes), () => response.destroy());
}
