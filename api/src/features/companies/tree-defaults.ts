import { DEFAULT_TIME_ZONE } from '@belfry/schemas/domain/account';
import type { AddCompanyBody } from '@belfry/schemas/http/companies/changes';
import type { Kysely } from 'kysely';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import { findUserById } from '../../people/users.repository.ts';
import { countryOfText, languageOfCountry, preferredLanguage } from '../lookups/index.ts';
import { findVoiceOfLanguage } from '../speech/voices/index.ts';
import type { NewCompany } from './companies.repository.ts';

type Around = {
  ownerId: number;
  config: Pick<Config, 'DEFAULT_TIME_ZONE' | 'DEFAULT_LANGUAGE'>;
  acceptLanguage: string | undefined;
};
type Settings = Pick<NewCompany, 'time_zone' | 'default_language' | 'default_voice'>;

/** What a new tree has where the call does not say it: the zone of its owner, the language of the browser or of its country, else those of the installation; see TREE-8. */
export async function treeDefaults(
  trx: Kysely<Database>,
  body: AddCompanyBody,
  { ownerId, config, acceptLanguage }: Around,
): Promise<Settings> {
  const country = countryOfText(body.country ?? '');
  const languages = [preferredLanguage(acceptLanguage), country && languageOfCountry(country), config.DEFAULT_LANGUAGE];
  return {
    ...(body.time_zone === undefined && body.time_zone_utc === undefined && (await zone(trx, ownerId, config))),
    ...(body.default_language === undefined && body.default_voice === undefined && (await language(trx, languages))),
  };
}

/** An account has the specified zone where nobody has said another one. */
async function zone(trx: Kysely<Database>, ownerId: number, config: Around['config']): Promise<Settings> {
  const owner = await findUserById(trx, ownerId);
  const own = owner?.time_zone === DEFAULT_TIME_ZONE ? undefined : owner?.time_zone;
  return { time_zone: own ?? config.DEFAULT_TIME_ZONE ?? null };
}

/** The first language that a voice speaks, with that voice. */
async function language(trx: Kysely<Database>, codes: readonly (string | null | undefined)[]): Promise<Settings> {
  for (const code of codes) {
    const voice = code == null ? undefined : await findVoiceOfLanguage(trx, code);
    if (voice) return { default_language: voice.language, default_voice: voice.voice_name };
  }
  return {};
}
