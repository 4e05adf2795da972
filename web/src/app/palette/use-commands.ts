import type { WhereItem } from '@belfry/schemas/http/places/where';
import { useSilencePlaceMutation } from '../../features/schedules/silence-api.ts';
import { useDeleteScheduleMutation } from '../../features/schedules/schedules-api.ts';
import { useMay } from '../../features/teams/teams-api.ts';
import { usePreparedTexts } from '../../kit/what/what-api.ts';
import { useWhereQuery } from '../../kit/where/index.ts';
import { formatCount } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useTranslation } from '../../lib/translation.ts';
import { toastWithUndo } from '../../ui/toast-with-undo.tsx';
import { useAct } from '../../ui/use-act.ts';
import { type Command, commandOf } from './palette-commands.ts';
import type { PaletteResult, PaletteSection } from './results.ts';

/** Places that are offered for one command. */
const PLACES = 3;

/** What a text asks to be done, at the first places that it may mean. What sounds opens Say with everything chosen, so that it shows who hears it. */
export function useCommands(text: string): { commands: PaletteSection; isCommand: boolean } {
  const mayPlan = useMay('edit_schedules');
  const maySay = useMay('say');
  const command = commandOf(text);
  const isCommand = command !== null && (command.kind === 'say' ? maySay : mayPlan);
  const where = isCommand ? command.where : '';
  const what = isCommand && command.kind === 'say' ? command.what : '';
  const right = command?.kind === 'silence' ? 'plan' : 'speak';
  const places = useWhereQuery({ right, text: where }, { skip: where === '' });
  const texts = usePreparedTexts(what, { skip: what === '' });
  const resultsOf = useResults();
  const items =
    where === '' ? [] : (places.currentData?.items ?? []).filter(({ kind }) => kind === 'place').slice(0, PLACES);
  const loading = places.isFetching || (what !== '' && texts.texts === undefined && texts.error === undefined);
  return {
    isCommand,
    commands: {
      kind: 'commands',
      results: isCommand && !loading ? resultsOf(command, items, texts.texts ?? []) : [],
      error: where === '' ? undefined : places.error,
      loading: isCommand && loading,
    },
  };
}

type Text = { id: number; name: string };

function useResults(): (command: Command, places: readonly WhereItem[], texts: readonly Text[]) => PaletteResult[] {
  const { t } = useTranslation('shell');
  const silence = useSilence();
  const detailOf = usePlaceDetail();
  return (command, places, texts) => {
    if (command.kind === 'silence') {
      return places.map((place) => ({
        to: `#silence-${place.company_id}`,
        label: t('palette.silence', { place: place.name, count: command.minutes }),
        detail: detailOf(place),
        run: () => silence(place, command.minutes),
      }));
    }
    const text = texts.find(({ name }) => name.toLowerCase().includes(command.what.toLowerCase()));
    const said = text?.name ?? command.what;
    const what = text ? `message=${text.id}` : `text=${encodeURIComponent(command.what)}`;
    if (command.where === '') return [{ to: `/say?${what}`, label: t('palette.say', { text: said }) }];
    return places.map((place) => ({
      to: `/say?place=${place.company_id}&${what}`,
      label: t('palette.say_at', { text: said, place: place.name }),
      detail: detailOf(place),
    }));
  };
}

/** Silences a place at once, which can be undone. */
function useSilence(): (place: WhereItem, minutes: number) => void {
  const { t } = useTranslation('shell');
  const { act } = useAct();
  const [start] = useSilencePlaceMutation();
  const [end] = useDeleteScheduleMutation();
  return ({ company_id, name: place }, count) => {
    const name = t('palette.silence', { place, count });
    const failed = t('palette.not_silenced', { place });
    const run = async (): Promise<void> => {
      if (company_id === null) return;
      const schedule = await act(() => start({ company_id, name, minutes: count }), { failed });
      if (!schedule) return;
      toastWithUndo(t('palette.silenced', { place, count }), () => void act(() => end(schedule.id), { failed }));
    };
    void run();
  };
}

/** What is above a place, and how many loudspeakers it has. */
export function usePlaceDetail(): (place: Pick<WhereItem, 'path' | 'loudspeakers'>) => string {
  const { t } = useTranslation('where');
  const locale = useLocale();
  return ({ path, loudspeakers }) =>
    [path, t('loudspeakers', { count: loudspeakers, formatted: formatCount(loudspeakers, locale) })]
      .filter(Boolean)
      .join(' · ');
}
