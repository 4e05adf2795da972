import { IconBolt, IconSpeakerphone } from '@tabler/icons-react';
import { useState } from 'react';
import { Panel, type PanelHead } from '../../kit/panel/index.ts';
import { useLinkReason } from '../../lib/reasons.ts';
import { useTranslation } from '../../lib/translation.ts';
import { When } from '../../ui/when.tsx';
import { HookSecret } from './hook-secret.tsx';
import type { ShownHook } from './parts.ts';
import { TriggerDrawer } from './trigger-drawer.tsx';
import { TriggerForm } from './trigger-form.tsx';
import { useOffReason, useTriggerState, useTriggerTexts } from './trigger-texts.ts';
import { useGetTriggersQuery } from './triggers-api.ts';

type Props = { source?: 'hook' | 'alert_feed'; head?: PanelHead };

export function TriggersPanel({ source = 'hook', head }: Props) {
  const ofFeeds = source === 'alert_feed';
  const { t } = useTranslation(ofFeeds ? 'alert-feeds' : 'triggers');
  const { t: tAll } = useTranslation(['triggers', 'alert-feeds']);
  const texts = useTriggerTexts();
  const linkReasonOf = useLinkReason();
  const offReasonOf = useOffReason();
  const stateOf = useTriggerState();
  const query = useGetTriggersQuery();
  const [hook, setHook] = useState<ShownHook | null>(null);
  const listed = query.data?.filter((trigger) => (trigger.source.type === 'alert_feed') === ofFeeds);
  return (
    <>
      <Panel
        head={head}
        label={t('title')}
        query={{ ...query, data: listed }}
        failed={t('load_error')}
        empty={{ icon: ofFeeds ? IconSpeakerphone : IconBolt, title: t('empty'), text: t('empty_text') }}
        add={{
          label: t('create'),
          renderForm: (onClose) => <TriggerForm source={source} onHook={setHook} onClose={onClose} />,
        }}
        renderRow={(trigger) => {
          const { company_name, last_fired_at, feed } = trigger;
          const state = stateOf(trigger);
          const failing =
            feed?.failing_since == null
              ? null
              : feed.last_error === null
                ? tAll('alert-feeds:state.unread')
                : linkReasonOf(feed.last_error);
          return {
            state,
            path: `${company_name} · ${texts.source(trigger)} → ${texts.action(trigger)}`,
            facts: offReasonOf(trigger) ?? failing ?? state.text,
            time: last_fired_at === null ? tAll('never') : <When at={last_fired_at} />,
          };
        }}
        renderDrawer={(trigger, onClose) => <TriggerDrawer trigger={trigger} onHook={setHook} onClose={onClose} />}
      />
      {hook && <HookSecret hook={hook} onClose={() => setHook(null)} />}
    </>
  );
}
