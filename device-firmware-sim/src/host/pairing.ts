import { errorEnvelopeSchema } from '@belfry/schemas/http/errors';
import type { ErrorCode } from '@belfry/schemas/http/errors';
import {
  pairedDeviceSchema,
  pairingHttp,
  pairingSchema,
  type PairedDevice,
  type Pairing,
} from '@belfry/schemas/http/device-ownership/pairing';
import { ApiUnavailableError, call } from '../fleet/api-client.ts';
import { sleep, type Cancel, type Clock } from '../hardware/clock.ts';

/** Of RFC 8628, 3.5: what `slow_down` adds to the interval. */
const SLOWER_S = 5;
/** While the server is away the interval doubles, up to this. */
const SLOWEST_S = 60;
const REFUSED_PAUSE_S = 60;
const SPOKEN_EVERY_MS = 60_000;

export type AskingIdentity = { model: string | undefined; hostname: string; device_version: string; language: string };
/** Calls throw ApiUnavailableError. */
export type PairingApi = {
  ask: (identity: AskingIdentity) => Promise<Pairing>;
  /** The code as MP3. */
  audio: (deviceCode: string) => Promise<Uint8Array>;
  token: (deviceCode: string) => Promise<PairedDevice | { refusal: ErrorCode }>;
};

export function createPairingApi(apiUrl: string): PairingApi {
  const server = { url: apiUrl, root: '/api' } as const;
  const answerOf = async (response: Response): Promise<unknown> => {
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok) return answer;
    const parsed = errorEnvelopeSchema.safeParse(answer);
    throw new ApiUnavailableError(`${apiUrl}: ${parsed.data?.error ?? `HTTP ${response.status}`}`);
  };
  return {
    ask: async (identity) => pairingSchema.parse(await answerOf(await call(server, pairingHttp.ask, identity))),
    async audio(deviceCode) {
      const authorization = `Bearer ${deviceCode}`;
      const response = await call(server, pairingHttp.audio, undefined, { authorization });
      if (!response.ok) await answerOf(response);
      return new Uint8Array(await response.arrayBuffer());
    },
    async token(device_code) {
      const response = await call(server, pairingHttp.token, { device_code });
      const answer: unknown = await response.json().catch(() => null);
      if (response.ok) return pairedDeviceSchema.parse(answer);
      const { data } = errorEnvelopeSchema.safeParse(answer);
      if (!data || response.status === 429) throw new ApiUnavailableError(`${apiUrl} answers ${response.status}`);
      return { refusal: data.code };
    },
  };
}

/** What somebody who stands before the device is told. `away`: of the server, with the reason. */
export type PairingNews =
  | { kind: 'code'; pairing: Pairing }
  | { kind: 'away' | 'unspoken'; reason: string }
  | { kind: 'back' | 'refused' | 'expired' };

export const pairingLines = (news: PairingNews): string[] => {
  switch (news.kind) {
    case 'code': {
      const { user_code, verification_uri, verification_uri_complete, expires_in } = news.pairing;
      return [
        `code ${user_code}: enter it at ${verification_uri} within ${expires_in / 60} minutes`,
        `or open ${verification_uri_complete}`,
      ];
    }
    case 'away':
      return [`${news.reason}, trying again`];
    case 'back':
      return ['the api answers again'];
    case 'refused':
      return ['refused in the console: it asks again in a minute'];
    case 'expired':
      return ['the code has expired: asking for a new one'];
    case 'unspoken':
      return [`the code cannot be spoken: ${news.reason}`];
  }
};

type PairingDeps = {
  api: PairingApi;
  clock: Clock;
  identity: AskingIdentity;
  tell: (news: PairingNews) => void;
  /** Plays an MP3 on the loudspeaker; without it the code is shown only. */
  play?: (mp3: Uint8Array) => Promise<void>;
  signal: AbortSignal;
};

/** Shows and speaks codes until a person enters one in the console. Resolves with null when it is stopped. */
export async function pairDevice(deps: PairingDeps): Promise<PairedDevice | null> {
  const { tell, clock, signal } = deps;
  while (!signal.aborted) {
    const pairing = await askForCode(deps);
    if (!pairing) return null;
    tell({ kind: 'code', pairing });
    const stopSpeaking = speakCode(deps, pairing);
    const outcome = await waitForPerson(deps, pairing);
    stopSpeaking();
    if (outcome === null || 'serial' in outcome) return outcome;
    const isRefused = outcome.refusal === 'access_denied';
    tell({ kind: isRefused ? 'refused' : 'expired' });
    if (isRefused) await sleep(clock, REFUSED_PAUSE_S * 1_000);
  }
  return null;
}

async function askForCode({ api, clock, identity, tell, signal }: PairingDeps): Promise<Pairing | null> {
  let pauseS = SLOWER_S;
  for (let isAway = false; !signal.aborted; isAway = true) {
    try {
      return await api.ask(identity);
    } catch (error) {
      if (!(error instanceof ApiUnavailableError)) throw error;
      if (!isAway) tell({ kind: 'away', reason: error.message });
      await sleep(clock, pauseS * 1_000);
      pauseS = Math.min(pauseS * 2, SLOWEST_S);
    }
  }
  return null;
}

/** Null when it is stopped. */
async function waitForPerson(
  { api, clock, tell, signal }: PairingDeps,
  { device_code, interval }: Pairing,
): Promise<PairedDevice | { refusal: ErrorCode } | null> {
  let intervalS = interval;
  let awayS = 0;
  for (;;) {
    await sleep(clock, Math.max(intervalS, awayS) * 1_000);
    if (signal.aborted) return null;
    try {
      const answer = await api.token(device_code);
      if (awayS > 0) tell({ kind: 'back' });
      awayS = 0;
      if ('serial' in answer) return answer;
      if (answer.refusal === 'slow_down') intervalS += SLOWER_S;
      else if (answer.refusal !== 'authorization_pending') return answer;
    } catch (error) {
      if (!(error instanceof ApiUnavailableError)) throw error;
      if (awayS === 0) tell({ kind: 'away', reason: error.message });
      awayS = Math.min(Math.max(awayS, intervalS) * 2, SLOWEST_S);
    }
  }
}

/** The code again and again, while it is valid. A device that cannot play it shows it only. */
function speakCode({ api, clock, tell, play, signal }: PairingDeps, { device_code }: Pairing): () => void {
  let next: Cancel = () => {};
  let sound: Uint8Array | null = null;
  let isStopped = false;
  async function speak(): Promise<void> {
    try {
      sound ??= await api.audio(device_code);
      if (isStopped || signal.aborted) return;
      await play?.(sound);
    } catch (error) {
      tell({ kind: 'unspoken', reason: (error as Error).message });
      return;
    }
    if (!isStopped) next = clock.after(SPOKEN_EVERY_MS, () => void speak());
  }
  if (play) void speak();
  return () => {
    isStopped = true;
    next();
  };
}
