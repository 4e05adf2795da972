import { Reply } from '../../../http/routes/route.ts';
import type { Actor } from '../../../audit/audit-log.repository.ts';
import { type OwnersPolicy, speechTargets } from '../../../policies/owners.ts';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { serve } from '../../../serve.ts';
import type { SayAnswer, SayBody, SayPreview } from '@belfry/schemas/http/announcements/announcements';
import { countAttempt } from '../../../http/rate-limit/rate-limit.ts';
import { prepareSpeech } from './prepare.ts';
import { startRun } from './start-run.service.ts';
import type { Deps } from '../../../deps.ts';
import type { Principal } from '../../../http/routes/principal.ts';
import { mapYielding } from '../../../lib/map-yielding.ts';
import { silentReason, type Plan } from './plan.ts';
import { baseLanguage, detectLanguage } from './text-language.ts';

const PLACES_SHOWN = 200;
/** The places that would hear a text, and how; see ANN-2. Throws what `prepareSpeech` throws. */
async function previewSpeech(
  deps: Pick<Deps, 'db'>,
  user: Principal,
  policy: OwnersPolicy,
  body: SayBody,
): Promise<SayPreview> {
  const instant = new Date();
  const { plan } = await prepareSpeech(deps, { user, policy, instant }, body);
  const textLanguage = body.text === undefined ? null : await detectLanguage(body.text);
  const isOther = (language: string): boolean => textLanguage !== null && baseLanguage(language) !== textLanguage;
  const reasons = await mapYielding(plan.places, ({ place }) => silentReason(place, instant));
  return {
    devices: plan.places.length,
    offline: plan.places.filter(({ online }) => !online).length,
    silent: reasons.filter((reason) => reason !== null).length,
    fallbacks: plan.places.filter(({ spoken }) => spoken.fallback).length,
    text_language: textLanguage,
    other_voices: plan.places.filter(({ spoken }) => isOther(spoken.language)).length,
    languages: languagesOf(plan),
    places: plan.places.slice(0, PLACES_SHOWN).map(({ place, spoken, online }, index) => ({
      serial: place.serial,
      company_id: place.company_id,
      place: place.name,
      path: place.path,
      language: spoken.language,
      voice: spoken.voice,
      fallback: spoken.fallback,
      online,
      silent_reason: reasons[index] ?? null,
    })),
  };
}
/** The languages and voices, the most frequent first. */
function languagesOf({ places }: Plan): SayPreview['languages'] {
  const groups = Map.groupBy(places, ({ spoken: { language, voice } }) => `${language} ${voice}`);
  return [...groups.values()]
    .map((group) => {
      const { language, voice } = group[0]?.spoken ?? { language: '', voice: '' };
      return { language, voice, devices: group.length };
    })
    .sort((a, b) => b.devices - a.devices);
}

/** The limit of announcements per user; see ANN-13. */
const SAYS = { hits: 60, windowSeconds: 60 };
const TITLE_MAX = 80;
const titleOf = (text: string): string => (text.length > TITLE_MAX ? `${text.slice(0, TITLE_MAX - 1)}…` : text);
/** Says a text or a message immediately; see ANN-2 and ANN-13. Throws what `prepareSpeech` throws, and rate_limited. */
async function say(deps: Deps, actor: Actor, policy: OwnersPolicy, body: SayBody): Promise<SayAnswer> {
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

/** Lists of 1,000 serials twice, and a text. */
const BODY_BYTES = 200_000;

export const sayRoutes = [
  serve(
    sayHttp.say,
    { access: 'signed-in', policy: speechTargets, bodyLimit: BODY_BYTES },
    async ({ deps, user, policy, body, ip }) => Reply.of(await say(deps, { user, ip }, policy, body), { status: 202 }),
  ),
  serve(
    sayHttp.preview,
    { access: 'signed-in', policy: speechTargets, bodyLimit: BODY_BYTES },
    ({ deps, user, policy, body }) => previewSpeech(deps, user, policy, body),
  ),
];
