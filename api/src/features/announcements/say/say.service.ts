import type { SayAnswer, SayBody } from '@belfry/schemas/http/announcements/announcements';
import { countAttempt } from '../../../http/rate-limit/rate-limit.ts';
import type { OwnersPolicy } from '../../../policies/visible-owners.ts';
import type { Actor } from '../../audit/index.ts';
import { prepareSpeech } from './prepare.ts';
import { startRun } from './start-run.service.ts';
import type { Deps } from '../../../deps.ts';

/** The limit of announcements per user; see ANN-13. */
const SAYS = { hits: 60, windowSeconds: 60 };
const TITLE_MAX = 80;

const titleOf = (text: string): string => (text.length > TITLE_MAX ? `${text.slice(0, TITLE_MAX - 1)}…` : text);

/** Says a text or a message immediately; see ANN-2 and ANN-13. Throws what `prepareSpeech` throws, and rate_limited. */
export async function say(deps: Deps, actor: Actor, policy: OwnersPolicy, body: SayBody): Promise<SayAnswer> {
  const { user } = actor;
  await countAttempt(deps, [{ key: `say:${user.id}`, ...SAYS }], 'Too many announcements.');
  const { plan, message } = await prepareSpeech(deps, { user, policy, instant: new Date() }, body);
  return startRun(deps, {
    actor,
    kind: 'say',
    title: message?.name ?? titleOf(body.text ?? ''),
    priority: body.priority,
    messageId: message?.id ?? null,
    chime: message?.chime ?? 'none',
    repeat: message?.repeat ?? 1,
    pauseMs: message?.pause_ms ?? 0,
    targets: body.targets,
    expiresInS: body.expires_in_s,
    plan,
  });
}
