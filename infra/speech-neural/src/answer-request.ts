import { z } from 'zod';
import { requestSchema, VoiceError, type Answer } from './request.ts';
import { createVoiceSession, type VoiceSession } from './session.ts';
import type { Runtime } from './runtime.ts';

const idSchema = z.object({ id: z.int().catch(0) }).catch({ id: 0 });
const ERROR_MAX = 400;

/** Answers lines of input one after the other; a line without an id is answered as request 0. Never rejects. */
export function createAnswers(runtime: Runtime | { missing: string }): (line: string) => Promise<Answer> {
  const session = 'missing' in runtime ? null : createVoiceSession(runtime);
  let last: Promise<unknown> = Promise.resolve();
  return (line) => {
    const answer = last.then(() => answerLine(line, session ?? ('missing' in runtime ? runtime.missing : '')));
    last = answer;
    return answer;
  };
}

async function answerLine(line: string, session: VoiceSession | string): Promise<Answer> {
  const given = parseJson(line);
  const parsed = requestSchema.safeParse(given);
  if (!parsed.success) return { id: idSchema.parse(given).id, error: 'the line is not a request', code: 'failed' };
  const { id } = parsed.data;
  if (typeof session === 'string') return { id, error: session.slice(0, ERROR_MAX), code: 'runtime' };
  if (parsed.data.call === 'check') return { id, ready: true };
  try {
    const audio = await session.speak(parsed.data.voice, parsed.data.text);
    return { id, audio: audio.toString('base64') };
  } catch (error) {
    const { message, code } = error instanceof VoiceError ? error : new VoiceError('failed', String(error));
    return { id, error: message.slice(0, ERROR_MAX), code };
  }
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
