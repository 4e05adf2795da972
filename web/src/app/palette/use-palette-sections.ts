import { isAdministrator } from '@belfry/schemas/domain/roles';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { useSelector } from 'react-redux';
import { useGetMainCompaniesQuery } from '../../features/companies/companies-api.ts';
import { selectRole } from '../../lib/session/session-slice.ts';
import { DEFAULT_FILTERS, useGetDevicePageQuery, useGetOwnDevicesQuery } from '../../features/devices/index.ts';
import { useRights } from '../../features/teams/teams-api.ts';
import { useGetUsersPageQuery } from '../../features/users/index.ts';
import { useGetVoicePageQuery } from '../../features/speech/voices/index.ts';
import { useDeviceAddress } from '../../lib/device-address.ts';
import { useLocale } from '../../lib/i18n.ts';
import { usePageActions } from '../../lib/page-actions.ts';
import { offeredScreens } from '../screens/access.tsx';

/** The most results of each kind. */
const LIMIT = 5;

/** `to`: where it leads, unique among all results. An action of the open page runs instead. */
export type PaletteResult = { to: string; label: string; detail?: string | undefined; run?: () => void };
type PaletteKind = 'actions' | 'pages' | 'devices' | 'companies' | 'users' | 'voices';
export type PaletteSection = { kind: PaletteKind; results: PaletteResult[]; error: unknown; loading: boolean };

type Request<T> = { currentData?: T | undefined; error?: unknown; isFetching: boolean };

const sectionOf = <T>(
  kind: PaletteKind,
  request: Request<T>,
  resultsOf: (data: T) => PaletteResult[],
): PaletteSection => ({
  kind,
  results: request.currentData === undefined ? [] : resultsOf(request.currentData).slice(0, LIMIT),
  error: request.error,
  loading: request.isFetching,
});

const contains = (q: string, ...texts: (string | null)[]): boolean =>
  texts.some((text) => text?.toLowerCase().includes(q.toLowerCase()));

const detailOf = (...texts: (string | null)[]): string => texts.filter(Boolean).join(' · ');

/**
 * What the palette finds, by kind. Actions of the open page and pages of the role are all listed for an empty text, and then no request is sent.
 * @param typed filters the pages immediately
 * @param settled the text once typing has paused, which is searched on the server
 */
export function usePaletteSections(typed: string, settled: string): PaletteSection[] {
  const locale = useLocale();
  const role = useSelector(selectRole) ?? 'user';
  const all = isAdministrator(role);
  const addressOf = useDeviceAddress();
  const none = settled === '';
  const page = { q: settled, page: 1, page_size: LIMIT };
  const fleet = useGetDevicePageQuery({ ...DEFAULT_FILTERS, q: settled, page: 1 }, { skip: none || !all });
  const own = useGetOwnDevicesQuery(undefined, { skip: none || all });
  const companies = useGetMainCompaniesQuery(undefined, { skip: none });
  const users = useGetUsersPageQuery({ ...page, sort: 'name' }, { skip: none || !all });
  const voices = useGetVoicePageQuery({ ...page, language: 'all' }, { skip: none || !all });

  const offered = usePageActions()
    .filter(({ label }) => contains(typed, label))
    .map(({ id, label, run }) => ({ to: `#${id}`, label, run }));
  const rights = useRights();
  const pages = offeredScreens(role, rights)
    .filter(({ label, needsParameters }) => !needsParameters && contains(typed, label[locale], label.en))
    .map(({ path, label }) => ({ to: path, label: label[locale] }));
  const sections: PaletteSection[] = [
    { kind: 'actions', results: offered, error: undefined, loading: false },
    { kind: 'pages', results: typed === '' ? pages : pages.slice(0, LIMIT), error: undefined, loading: false },
  ];
  if (none) return sections;
  const deviceResult = ({ serial, name, note }: Device): PaletteResult => ({
    to: addressOf(serial),
    label: name ?? serial,
    detail: detailOf(name === null ? null : serial, note === name ? null : note),
  });
  return [
    ...sections,
    all
      ? sectionOf('devices', fleet, ({ rows }) => rows.map(deviceResult))
      : sectionOf('devices', own, (devices) =>
          devices.filter(({ serial, name, note }) => contains(settled, serial, name, note)).map(deviceResult),
        ),
    sectionOf('companies', companies, (list) =>
      list
        .filter(({ name, description }) => contains(settled, name, description))
        .map(({ company_id, name, description }) => ({
          to: `/navigation?company=${company_id}`,
          label: name,
          detail: detailOf(description),
        })),
    ),
    ...(all
      ? [
          sectionOf('users', users, (list) =>
            list.rows.map(({ id, name, email }) => ({
              to: `/admin?info=${id}`,
              label: name,
              detail: email,
            })),
          ),
          sectionOf('voices', voices, (list) =>
            list.rows.map(({ voice_name, display_name, languagefull }) => ({
              to: `/voices?q=${encodeURIComponent(voice_name)}`,
              label: display_name,
              detail: detailOf(voice_name, languagefull),
            })),
          ),
        ]
      : []),
  ];
}
