import { useAct } from '../../ui/use-act.ts';
import { Button, Collapse, Group, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import type { SayPreview } from '@belfry/schemas/http/announcements/announcements';
import { formatCount, formatLanguage, formatLanguageOfCountry } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { DeviceName } from '../../ui/devices/device-marks.tsx';
import { Dot } from '../list/index.ts';
import { usePreviewTextMutation } from '../../features/library/library-api.ts';
import { useVoices } from '../../features/speech/voice-lists-api.ts';
import { PlayButton, playStateOf, usePlayback } from '../../ui/playback.tsx';
import { toast } from '../../ui/toast.ts';
import { useUnheardName } from './unheard-name.ts';
import classes from './who-hears.module.css';

type Props = {
  preview: SayPreview | undefined;
  /** The text that would be said; null for a message. */
  text: string | null;
  waiting: boolean;
  /** Has all places speak in one language. */
  onAllIn: (language: string) => void;
};

/** Who hears it now, in which languages and voices, and who does not and why: one strip, whose list of places is opened. */
export function WhoHears({ preview, waiting, ...rest }: Props) {
  const { t } = useTranslation('who-hears');
  const [isOpen, setOpen] = useState(false);
  if (waiting) {
    return (
      <>
        <VisuallyHidden component="output">{t('counting')}</VisuallyHidden>
        <Skeleton height={96} />
      </>
    );
  }
  if (!preview) {
    return (
      <Text size="sm" c="dimmed">
        {t('none')}
      </Text>
    );
  }
  return <Heard preview={preview} isOpen={isOpen} onOpen={setOpen} {...rest} />;
}

type HeardProps = Omit<Props, 'preview' | 'waiting'> & {
  preview: SayPreview;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
};

function Heard({ preview, text, isOpen, onAllIn, onOpen }: HeardProps) {
  const { devices, reachable, sent, fallbacks, languages } = preview;
  const { t } = useTranslation('who-hears');
  const locale = useLocale();
  const id = useId();
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <section className={classes.strip} data-odd={isOdd(preview) || undefined}>
      <div className={classes.summary}>
        <Text aria-live="polite" className={classes.count ?? ''}>
          {t('will', {
            count: devices,
            reachable: formatCount(reachable, locale),
            devices: formatCount(devices, locale),
          })}
        </Text>
        <VoicesHeard languages={languages} text={text} />
      </div>
      <OtherVoices preview={preview} onAllIn={onAllIn} />
      <Unheard preview={preview} />
      {sent > 0 && (
        <Text size="sm" c="dimmed">
          {t('sent', { count: sent })}
        </Text>
      )}
      {fallbacks > 0 && <Note>{t('fallbacks', { count: fallbacks })}</Note>}
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<Chevron size={16} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => onOpen(!isOpen)}
        style={{ alignSelf: 'flex-start' }}
      >
        {t(isOpen ? 'hide' : 'show')}
      </Button>
      <Collapse expanded={isOpen} id={id}>
        <Places preview={preview} />
      </Collapse>
    </section>
  );
}

const isOdd = ({ devices, reachable, fallbacks, other_voices }: SayPreview): boolean =>
  reachable < devices || fallbacks > 0 || other_voices > 0;

/** `2 will not: Bakery (offline since 09:12), Hall (quiet hours until 07:00)` */
function Unheard({ preview: { devices, reachable, unheard } }: { preview: SayPreview }) {
  const { t } = useTranslation('who-hears');
  const nameOf = useUnheardName();
  if (reachable === devices) return null;
  const named = unheard.map(nameOf).join(', ');
  const others = devices - reachable - unheard.length;
  const names = others > 0 ? t('unheard_more', { names: named, count: others }) : named;
  const reasons = [...new Set(unheard.map(({ reason }) => reason))];
  return (
    <>
      <Note>{t('unheard', { count: devices - reachable, names })}</Note>
      {reasons.map((reason) => (
        <Text key={reason} size="sm" c="dimmed">
          {t(`cure.${reason}`)}
        </Text>
      ))}
    </>
  );
}

function Places({ preview: { devices, places } }: { preview: SayPreview }) {
  const { t } = useTranslation('who-hears');
  const locale = useLocale();
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrolled region must be reachable by keyboard. */}
      <ul className={classes.places} aria-label={t('places')} tabIndex={0}>
        {byBranch(places).map(({ serial, place, path, isFirst, language, voice, fallback, online, silent_reason }) => (
          <li key={serial} className={classes.place}>
            {isFirst && path !== '' && <span className={classes.branch}>{path}</span>}
            <span className={classes.name}>
              <DeviceName name={place} serial={serial} />
            </span>
            <span className={classes.voice}>
              <Speaker language={language} voice={voice} />
            </span>
            <span className={classes.marks}>
              {!online && <Dot state="look" text={t('mark.offline')} />}
              {silent_reason !== null && <Dot state="look" text={t(`mark.${silent_reason}`)} />}
              {fallback && <Dot state="look" text={t('mark.fallback')} />}
            </span>
          </li>
        ))}
      </ul>
      {devices > places.length && (
        <Text size="sm" c="dimmed">
          {t('more', {
            count: devices - places.length,
            formatted: formatCount(devices - places.length, locale),
          })}
        </Text>
      )}
    </>
  );
}

type HeardPlace = SayPreview['places'][number];

/** The places of each branch together; the first of them says which branch it is. */
function byBranch(places: readonly HeardPlace[]): (HeardPlace & { isFirst: boolean })[] {
  const sorted = places.toSorted((a, b) => a.path.localeCompare(b.path) || a.place.localeCompare(b.place));
  return sorted.map((place, index) => Object.assign({ isFirst: place.path !== sorted[index - 1]?.path }, place));
}

/** That a text in one language would be heard by voices of another, with the way out. */
function OtherVoices({ preview, onAllIn }: { preview: SayPreview; onAllIn: (language: string) => void }) {
  const { t } = useTranslation('who-hears');
  const locale = useLocale();
  const { text_language, other_voices, languages } = preview;
  if (text_language === null || other_voices === 0) return null;
  const language = formatLanguage(text_language, locale);
  const others = languages.filter((each) => each.language.split('-')[0] !== text_language);
  const [other] = others;
  const isOne = new Set(others.map((each) => each.language.split('-')[0])).size === 1;
  return (
    <Group gap="xs" component="output">
      <Note>
        {isOne && other
          ? t('other_voice', {
              count: other_voices,
              language,
              other: formatLanguage(other.language.split('-')[0] ?? '', locale),
            })
          : t('other_voices', { count: other_voices, language })}
      </Note>
      <Button size="compact-sm" variant="light" onClick={() => onAllIn(text_language)}>
        {t('all_in', { language })}
      </Button>
    </Group>
  );
}

const Note = ({ children }: { children: string }) => (
  <Text size="sm" c="warning">
    {children}
  </Text>
);

/** More are a line of their own to read. */
const VOICES_SHOWN = 3;

/** The languages and voices in which most places would hear it; each can be listened to while it is a text. */
function VoicesHeard({ languages, text }: { languages: SayPreview['languages']; text: string | null }) {
  const { t } = useTranslation(['who-hears', 'library']);
  const { act } = useAct({ parallel: true });
  const [render] = usePreviewTextMutation();
  const { playback, play, stop } = usePlayback(() => toast('error', t('library:messages.not_played')));
  const listen = (key: string, spoken: { text: string; language: string; voice: string }): void =>
    void play(key, async () => {
      const data = await act(() => render({ ...spoken, chime: 'none' }), {
        failed: t('library:messages.not_rendered'),
      });
      return data?.parts ?? null;
    });
  return (
    <Group gap="xs" component="ul" aria-label={t('voices')} m={0} p={0} style={{ listStyle: 'none' }}>
      {languages.slice(0, VOICES_SHOWN).map((heard) => {
        const { language, voice } = heard;
        const key = `${language} ${voice}`;
        return (
          <VoiceHeard
            key={key}
            heard={heard}
            state={text === null ? null : playStateOf(playback, key)}
            onPlay={() => listen(key, { text: text ?? '', language, voice })}
            onStop={stop}
          />
        );
      })}
      {languages.length > VOICES_SHOWN && (
        <li className={classes.voice}>{t('more_voices', { count: languages.length - VOICES_SHOWN })}</li>
      )}
    </Group>
  );
}

type VoiceHeardProps = {
  heard: SayPreview['languages'][number];
  /** null: it cannot be listened to. */
  state: ReturnType<typeof playStateOf> | null;
  onPlay: () => void;
  onStop: () => void;
};

function VoiceHeard({ heard: { language, voice, devices }, state, onPlay, onStop }: VoiceHeardProps) {
  const locale = useLocale();
  const name = useSpeaker(language, voice);
  return (
    <Group component="li" gap={4} wrap="nowrap">
      <span className={classes.voice} title={voice}>
        {name} · {formatCount(devices, locale)}
      </span>
      {state !== null && <PlayButton name={name} state={state} onPlay={onPlay} onStop={onStop} />}
    </Group>
  );
}

/** Voices that nobody has named are told apart by letters, in English: `German A (female)`. */
const LETTERED = /^.+ ([A-Z]) \((female|male)\)$/;

/** The name of a voice, beside that of its language: `Stimme A (weiblich)`. */
export function useVoiceName(): (name: string) => string {
  const { t } = useTranslation('who-hears');
  const locale = useLocale();
  return (name) => {
    const [, letter, gender] = LETTERED.exec(name) ?? [];
    return letter === undefined || locale === 'en' ? name : t(`lettered.${gender as 'female' | 'male'}`, { letter });
  };
}

/** Among voices of several countries, whose letters are the same: `Stimme A (weiblich) · Britisches Englisch`. */
export function useVoiceLabel(): (voice: { name: string; language_codes: readonly string[] }) => string {
  const nameOf = useVoiceName();
  const locale = useLocale();
  return ({ name, language_codes: [code] }) =>
    nameOf(name) === name || code === undefined ? name : `${nameOf(name)} · ${formatLanguage(code, locale)}`;
}

/** `Amélie, French (France)`; of a voice that is not listed its code, and the language alone where nothing is spoken. */
export function useSpeaker(language: string, voice: string): string {
  const locale = useLocale();
  const nameOf = useVoiceName();
  const { list } = useVoices(voice === '' ? undefined : language.split('-')[0]);
  const name = nameOf(list.find(({ voice_name }) => voice_name === voice)?.name ?? voice);
  const spoken = formatLanguageOfCountry(language, locale);
  return name === '' ? spoken : `${name}, ${spoken}`;
}

const Speaker = ({ language, voice }: { language: string; voice: string }): string => useSpeaker(language, voice);
