import { useAct } from '../../ui/use-act.ts';
import { Badge, Button, Group, Paper, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useTranslation } from '../../lib/translation.ts';
import type { SayPreview } from '@belfry/schemas/http/announcements/announcements';
import { formatCount, formatLanguage, formatLanguageOfCountry } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { DeviceName } from '../../ui/devices/device-marks.tsx';
import { usePreviewTextMutation } from '../library/library-api.ts';
import { useVoices } from '../speech/voice-lists-api.ts';
import { PlayButton, playStateOf, usePlayback } from '../../ui/playback.tsx';
import { toast } from '../../ui/toast.ts';
import classes from './announcements.module.css';

type Props = {
  preview: SayPreview | undefined;
  /** The text that would be said; null for a message. */
  text: string | null;
  waiting: boolean;
  /** Has all places speak in one language. */
  onAllIn: (language: string) => void;
};

/** Who would hear it, in which languages and voices, and who would not. */
export function PreviewCard({ preview, waiting, ...rest }: Props) {
  const { t } = useTranslation('announcements');
  if (waiting) {
    return (
      <>
        <VisuallyHidden component="output">{t('preview.counting')}</VisuallyHidden>
        <Skeleton height={96} />
      </>
    );
  }
  if (!preview) {
    return (
      <Text size="sm" c="dimmed">
        {t('preview.none')}
      </Text>
    );
  }
  return <Heard preview={preview} {...rest} />;
}

function Heard({ preview, text, onAllIn }: Omit<Props, 'preview' | 'waiting'> & { preview: SayPreview }) {
  const { devices, reachable, offline, silent, fallbacks, languages, places } = preview;
  const { t } = useTranslation('announcements');
  const locale = useLocale();
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        <Text fw={600} aria-live="polite">
          {reachable === devices
            ? t('preview.devices', { count: devices })
            : t('preview.reachable', { count: devices, reachable: formatCount(reachable, locale) })}
        </Text>
        <VoicesHeard languages={languages} text={text} />
        <OtherVoices preview={preview} onAllIn={onAllIn} />
        {offline > 0 && <Note>{t('preview.offline', { count: offline })}</Note>}
        {silent > 0 && <Note>{t('preview.silent', { count: silent })}</Note>}
        {fallbacks > 0 && <Note>{t('preview.fallbacks', { count: fallbacks })}</Note>}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrolled region must be reachable by keyboard. */}
        <ul className={classes.heardPlaces} aria-label={t('preview.places')} tabIndex={0}>
          {byBranch(places).map(
            ({ serial, place, path, isFirst, language, voice, fallback, online, silent_reason }) => (
              <li key={serial} className={classes.heardPlace}>
                {isFirst && path !== '' && <span className={classes.branch}>{path}</span>}
                <span className={classes.name}>
                  <DeviceName name={place} serial={serial} />
                </span>
                <span className={classes.voice}>
                  <Speaker language={language} voice={voice} />
                </span>
                <span className={classes.marks}>
                  {!online && <Mark text={t('mark.offline')} />}
                  {silent_reason !== null && <Mark text={t(`mark.${silent_reason}`)} />}
                  {fallback && <Mark text={t('mark.fallback')} />}
                </span>
              </li>
            ),
          )}
        </ul>
        {devices > places.length && (
          <Text size="xs" c="dimmed">
            {t('preview.more', {
              count: devices - places.length,
              formatted: formatCount(devices - places.length, locale),
            })}
          </Text>
        )}
      </Stack>
    </Paper>
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
  const { t } = useTranslation('announcements');
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
          ? t('preview.other_voice', {
              count: other_voices,
              language,
              other: formatLanguage(other.language.split('-')[0] ?? '', locale),
            })
          : t('preview.other_voices', { count: other_voices, language })}
      </Note>
      <Button size="compact-sm" variant="light" onClick={() => onAllIn(text_language)}>
        {t('preview.all_in', { language })}
      </Button>
    </Group>
  );
}

const Note = ({ children }: { children: string }) => (
  <Text size="sm" c="warning">
    {children}
  </Text>
);
const Mark = ({ text }: { text: string }) => (
  <Badge size="sm" variant="light" color="warning" tt="none">
    {text}
  </Badge>
);

/** The languages and voices in which places would hear it; each can be listened to while it is a text. */
function VoicesHeard({ languages, text }: { languages: SayPreview['languages']; text: string | null }) {
  const { t } = useTranslation(['announcements', 'library']);
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
    <Group gap="xs" component="ul" aria-label={t('preview.voices')} m={0} p={0} style={{ listStyle: 'none' }}>
      {languages.map((heard) => {
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
      <Badge variant="light" color="purple" tt="none" title={voice}>
        {name} · {formatCount(devices, locale)}
      </Badge>
      {state !== null && <PlayButton name={name} state={state} onPlay={onPlay} onStop={onStop} />}
    </Group>
  );
}

/** `Amélie, French (France)`; of a voice that is not listed its code, and the language alone where nothing is spoken. */
function useSpeaker(language: string, voice: string): string {
  const locale = useLocale();
  const { list } = useVoices(voice === '' ? undefined : language.split('-')[0]);
  const name = list.find(({ voice_name }) => voice_name === voice)?.name ?? voice;
  const spoken = formatLanguageOfCountry(language, locale);
  return name === '' ? spoken : `${name}, ${spoken}`;
}

const Speaker = ({ language, voice }: { language: string; voice: string }): string => useSpeaker(language, voice);
