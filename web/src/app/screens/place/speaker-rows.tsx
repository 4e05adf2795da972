import { Text } from '@mantine/core';
import { type PlacePage, type Speaker, SPEAKERS_SHOWN } from '@belfry/schemas/http/places/places';
import { Row, Rows, type RowState } from '../../../kit/list/index.ts';
import { useOpened } from '../../../kit/detail/index.ts';
import { useClockOf } from '../../../lib/times.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { useHeard } from './place-sound.tsx';
import { useSpeakerState } from './speaker-states.ts';

/** The loudspeakers of a place, those that are away first. */
export function SpeakerRows({ place }: { place: PlacePage }) {
  const { t } = useTranslation('place');
  const heardOf = useHeard();
  const speakerState = useSpeakerState();
  const { opened, to } = useOpened('speaker');
  const clock = useClockOf(place.time_zone);
  const stateOf = ({ status, since }: Speaker): { state: RowState; text: string } => {
    const word = status === 'online' ? t('state.ok') : t(`speakers.${status === 'offline' ? 'away' : status}`);
    const text =
      since === null || status === 'online' ? word : `${word} ${t('speakers.since', { time: clock(since) })}`;
    return speakerState(status, text);
  };
  const testOf = ({ test, network_speaker }: Speaker): string => {
    if (network_speaker) return t('speakers.on_network');
    return test === null ? t('speakers.no_microphone') : t(`speakers.test.${test.result}`, { time: clock(test.at) });
  };
  return (
    <>
      <Rows
        label={t('speakers.title')}
        rows={place.speakers}
        keyOf={({ serial }) => serial}
        empty={<Text size="sm">{t('speakers.none')}</Text>}
      >
        {(speaker) => {
          const state = stateOf(speaker);
          return (
            <Row
              to={to(speaker.serial)}
              isOpen={opened === speaker.serial}
              state={state}
              name={speaker.name}
              path={[speaker.place, speaker.description].filter(Boolean).join(' · ')}
              facts={
                state.state === 'ok' ? (
                  <>
                    <span>{heardOf(speaker)}</span>
                    <span>{testOf(speaker)}</span>
                  </>
                ) : (
                  state.text
                )
              }
              time={speaker.volume === null ? undefined : speaker.volume}
            />
          );
        }}
      </Rows>
      {place.loudspeakers > SPEAKERS_SHOWN && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('speakers.more', { count: SPEAKERS_SHOWN })}
        </Text>
      )}
    </>
  );
}
