import { isAdministrator } from '@belfry/schemas/domain/roles';
import type { WhereItem } from '@belfry/schemas/http/places/where';
import { useSelector } from 'react-redux';
import { DEFAULT_FILTERS, useGetDevicePageQuery } from '../../features/devices/index.ts';
import { useTasks } from '../../features/shell/tasks/index.ts';
import { useGetSchedulesQuery } from '../../features/schedules/schedules-api.ts';
import { useMay, useRights } from '../../features/teams/teams-api.ts';
import { useGetUsersPageQuery } from '../../features/users/index.ts';
import { placeAddress } from '../../kit/place-name/index.ts';
import { usePreparedTexts } from '../../kit/what/what-api.ts';
import { shortName, useWhereQuery } from '../../kit/where/where-api.ts';
import { speakerAddress } from '../../lib/device-address.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useTranslation } from '../../lib/translation.ts';
import { usePageActions } from '../../lib/page-actions.ts';
import { selectRole } from '../../lib/session/session-slice.ts';
import { navigationFor, offeredScreens } from '../screens/access.tsx';
import type { PaletteKind, PaletteResult, PaletteSection } from './results.ts';
import { useCommands, usePlaceDetail } from './use-commands.ts';

/** The most results of each kind. */
const LIMIT = 5;

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

const local = (kind: PaletteKind, results: PaletteResult[]): PaletteSection => ({
  kind,
  results,
  error: undefined,
  loading: false,
});

/** Administrators find devices that have no place and no owner, by a part of the serial. */
const SERIAL = /^\d[\d-]{3,}$/;

const placesFirst = (a: WhereItem, b: WhereItem): number => Number(b.kind === 'place') - Number(a.kind === 'place');

/** Whether one of the texts has all words. */
const contains = (q: string, ...texts: string[]): boolean => {
  const words = q.toLowerCase().split(/\s+/);
  return texts.some((text) => words.every((word) => text.toLowerCase().includes(word)));
};

/**
 * What the palette finds, by kind, and what it can do. Actions of the open page and pages of the role are all listed for an empty text, and then no
 * request is sent.
 * @param typed filters the pages immediately
 * @param settled the text once typing has paused, which is searched on the server
 */
export function usePaletteSections(typed: string, settled: string): PaletteSection[] {
  const { commands, isCommand } = useCommands(settled);
  const pages = usePages(typed);
  const matches = useFound(isCommand ? '' : settled);
  const actions = usePageActions()
    .filter(({ label }) => contains(typed, label))
    .map(({ id, label, run }) => ({ to: `#${id}`, label, run }));
  return [
    local('actions', actions),
    commands,
    local('pages', typed === '' ? pages : pages.slice(0, LIMIT)),
    ...matches,
    local('help', useAnswers(isCommand ? '' : typed)),
  ];
}

/** Of help, as many as fit: "ring a bell at 8:00". */
const ANSWERS = 3;

function useAnswers(question: string): PaletteResult[] {
  const { t } = useTranslation('shell');
  const answers = useTasks(question, { isSearch: true });
  if (question === '') return [];
  return answers
    .slice(0, ANSWERS)
    .map(({ id, title }) => ({ to: `/help?task=${id}`, label: title, detail: t('palette.how') }));
}

/** The entries of the navigation by their names, then all other pages by theirs. */
function usePages(typed: string): PaletteResult[] {
  const locale = useLocale();
  const role = useSelector(selectRole) ?? 'user';
  const rights = useRights();
  const { entries } = navigationFor(role, rights);
  const keysOf = (key: string | undefined) => (key === undefined ? undefined : `G ${key.toUpperCase()}`);
  const screens = offeredScreens(role, rights).filter(
    ({ path, needsParameters }) => !needsParameters && !entries.some((entry) => entry.path === path),
  );
  const pages = [...entries.map((entry) => Object.assign({ keys: keysOf(entry.key) }, entry)), ...screens];
  return pages
    .filter(({ label }) => contains(typed, label[locale], label.en))
    .map((page) => ({ to: page.path, label: page.label[locale], keys: 'keys' in page ? page.keys : undefined }));
}

function useFound(q: string): PaletteSection[] {
  const all = isAdministrator(useSelector(selectRole) ?? 'user');
  const none = q === '';
  const readsTexts = useMay('read_library');
  const readsSchedules = useMay('read_schedules');
  const resultOf = usePlaceResult();
  const bySerial = all && SERIAL.test(q);
  const devices = useGetDevicePageQuery({ ...DEFAULT_FILTERS, q, page: 1 }, { skip: !bySerial });
  const places = useWhereQuery({ right: 'read', text: q }, { skip: none || bySerial });
  const texts = usePreparedTexts(q, { skip: none || !readsTexts });
  const schedules = useGetSchedulesQuery(undefined, { skip: none || !readsSchedules });
  const users = useGetUsersPageQuery({ q, page: 1, page_size: LIMIT, sort: 'name' }, { skip: none || !all });
  if (none) return [];
  return [
    bySerial
      ? sectionOf('places', devices, ({ rows }) =>
          rows.map(({ serial, name, note }) => ({
            to: speakerAddress(serial),
            label: name ?? serial,
            detail: [name !== null && serial, note].filter(Boolean).join(' · '),
          })),
        )
      : sectionOf('places', places, ({ items }) => items.toSorted(placesFirst).flatMap(resultOf)),
    {
      ...local(
        'texts',
        (texts.texts ?? [])
          .filter(({ name }) => contains(q, name))
          .slice(0, LIMIT)
          .map(({ id, name }) => ({ to: `/say?message=${id}`, label: name })),
      ),
      error: texts.error,
    },
    sectionOf('schedules', schedules, (list) =>
      list
        .filter(({ name }) => contains(q, name))
        .map(({ id, name }) => ({ to: `/calendar?open=plan:${id}`, label: name })),
    ),
    ...(all
      ? [
          sectionOf('users', users, ({ rows }) =>
            rows.map(({ id, name, email }) => ({ to: `/settings/people?open=${id}`, label: name, detail: email })),
          ),
        ]
      : []),
  ];
}

/** A place leads to its page, a loudspeaker to its details; a group has no page. */
function usePlaceResult(): (item: WhereItem) => PaletteResult[] {
  const detailOf = usePlaceDetail();
  return (item) => {
    const { kind, company_id, serial, path } = item;
    if (kind === 'loudspeaker')
      return serial === null ? [] : [{ to: speakerAddress(serial), label: shortName(item), detail: path || serial }];
    if (kind === 'group' || company_id === null) return [];
    return [{ to: placeAddress(company_id), label: item.name, detail: detailOf(item) }];
  };
}
