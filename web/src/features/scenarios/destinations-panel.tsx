import type { Destination } from '@belfry/schemas/http/scenarios/destinations';
import { Text } from '@mantine/core';
import { IconMessageShare } from '@tabler/icons-react';
import { Section } from '../../kit/detail/index.ts';
import { Panel, PanelDrawer, type PanelHead } from '../../kit/panel/index.ts';
import { useTimes } from '../../lib/times.ts';
import { useLinkReason } from '../../lib/reasons.ts';
import { useTranslation } from '../../lib/translation.ts';
import { useAct } from '../../ui/use-act.ts';
import { DestinationForm } from './destination-form.tsx';
import { useGetDestinationsQuery, useRemoveDestinationMutation, useTestDestinationMutation } from './scenarios-api.ts';

const WORDS = { off: 'unused', ok: 'ok', wrong: 'refused' } as const;

/** Nothing is known of what was never written to. */
const stateOf = ({ refused_at, last_sent_at }: Pick<Destination, 'refused_at' | 'last_sent_at'>): keyof typeof WORDS =>
  refused_at !== null ? 'wrong' : last_sent_at === null ? 'off' : 'ok';

export function DestinationsPanel({ head }: { head: PanelHead }) {
  const { t } = useTranslation('scenarios');
  const query = useGetDestinationsQuery();
  return (
    <Panel
      head={head}
      label={t('destinations.title')}
      query={query}
      failed={t('load_error')}
      empty={{ icon: IconMessageShare, title: t('destinations.empty'), text: t('destinations.empty_text') }}
      add={{
        label: t('destinations.create'),
        text: t('destinations.add'),
        renderForm: (onClose) => <DestinationForm onClose={onClose} />,
      }}
      renderRow={({ service, host, ...sent }) => ({
        state: { state: stateOf(sent), text: t(`destinations.${WORDS[stateOf(sent)]}`) },
        facts: [t(`service.${service}`), host].join(' · '),
      })}
      renderDrawer={(destination, onClose) => <DestinationDrawer destination={destination} onClose={onClose} />}
    />
  );
}

function DestinationDrawer({ destination, onClose }: { destination: Destination; onClose: () => void }) {
  const reasonOf = useLinkReason();
  const { t } = useTranslation('scenarios');
  const { moment } = useTimes();
  const { act } = useAct({ parallel: true });
  const [test, testing] = useTestDestinationMutation();
  const [remove] = useRemoveDestinationMutation();
  const { id, name, service, host, refused_at, refusal, last_sent_at } = destination;
  const failed = t('failed');
  const text =
    refused_at === null
      ? last_sent_at === null
        ? t('destinations.unused')
        : t('destinations.sent', { at: moment(last_sent_at) })
      : `${t('destinations.refused')}: ${refusal === null ? '' : reasonOf(refusal)}`;
  return (
    <PanelDrawer
      thing={destination}
      state={{ state: stateOf(destination), text }}
      primary={{
        label: t('destinations.test'),
        loading: testing.isLoading,
        act: () =>
          act(() => test(id), {
            failed,
            done: ({ delivered, reason }) =>
              delivered
                ? t('destinations.tested')
                : t('destinations.test_failed', { reason: reason === null ? '' : reasonOf(reason) }),
          }),
      }}
      entries={[
        { label: t('edit'), renderForm: (close) => <DestinationForm destination={destination} onClose={close} /> },
      ]}
      removal={{
        label: t('remove'),
        question: { title: t('remove_of', { name }), text: t('destinations.remove_text') },
        call: () => remove(id),
        failed,
      }}
      onClose={onClose}
    >
      <Section>
        <Text size="sm">{[t(`service.${service}`), host].join(' · ')}</Text>
      </Section>
    </PanelDrawer>
  );
}
