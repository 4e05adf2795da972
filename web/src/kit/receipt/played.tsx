import { Text } from '@mantine/core';
import { formatCount, formatLanguageOfCountry } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useTranslation } from '../../lib/translation.ts';
import type { RunDetails } from '../../features/announcements/announcements-api.ts';
import { useLinkAudioMutation } from '../../features/library/library-api.ts';
import { PlayButton, playStateOf, usePlayback } from '../../ui/playback.tsx';
import { toast } from '../../ui/toast.ts';
import { useAct } from '../../ui/use-act.ts';
import { Section } from '../detail/index.ts';
import classes from './receipt.module.css';

type Sound = { key: string; name: string; sha256: readonly string[] };

/** What was played, to listen to: each voice of most places, or the recording of what was said live; and the text. */
export function Played({ run }: { run: RunDetails }) {
  const { t } = useTranslation('receipt');
  const locale = useLocale();
  const { act } = useAct({ parallel: true });
  const [link] = useLinkAudioMutation();
  const { playback, play, stop } = usePlayback(() => toast('error', t('not_played')));
  const voices = run.played.map(({ language, voice, devices, sha256 }): Sound => ({
    key: `${language} ${voice}`,
    name: [language === '' ? t('sound') : formatLanguageOfCountry(language, locale), formatCount(devices, locale)].join(
      ' · ',
    ),
    sha256,
  }));
  const sounds = run.recording
    ? [...voices, { key: 'recording', name: t('recording'), sha256: [run.recording.sha256] }]
    : voices;
  if (sounds.length === 0 && run.text === null) return null;
  const listen = ({ key, sha256 }: Sound): void =>
    void play(key, async () => {
      const parts = await Promise.all(sha256.map((each) => act(() => link(each), { failed: t('not_played') })));
      const links = parts.filter((part) => part !== undefined);
      return links.length === parts.length ? links : null;
    });
  return (
    <Section title={t('played')}>
      {run.text !== null && <Text size="sm">{run.text}</Text>}
      <ul className={classes.sounds}>
        {sounds.map((sound) => (
          <li key={sound.key}>
            <PlayButton
              name={sound.name}
              state={playStateOf(playback, sound.key)}
              onPlay={() => listen(sound)}
              onStop={stop}
            />
            {sound.name}
          </li>
        ))}
      </ul>
    </Section>
  );
}
