import type { Trigger } from '@belfry/schemas/http/triggers/triggers';
import { Button } from '@mantine/core';
import { IconBolt, IconSpeakerphone } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useOpened } from '../../kit/detail/index.ts';
import { Row, Rows, useFailure } from '../../kit/list/index.ts';
import { useLinkReason } from '../../lib/reasons.ts';
import { useTranslation } from '../../lib/translation.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { When } from '../../ui/when.tsx';
import { HookSecret } from './hook-secret.tsx';
import type { ShownHook } from './parts.ts';
import { TriggerDrawer } from './trigger-drawer.tsx';
import { TriggerForm } from './trigger-form.tsx';
import { useOffReason, useTriggerState, useTriggerTexts } from './trigger-texts.ts';
import { useGetTriggersQuery } from './triggers-api.ts';

const alone = (primary: ReactNode): ReactNode => primary;

type Props = {
  source?: 'hook' | 'alert_feed';
  /** The head of the list, with its one button. */
  head?: (primary: ReactNode) => ReactNode;
};

export function TriggersPanel({ source = 'hook', head = alone }: Props) {
  const ofFeeds = source === 'alert_feed';
  const { t } = useTranslation(ofFeeds ? 'alert-feeds' : 'triggers');
  const failureOf = useFailure();
  const query = useGetTriggersQuery();
  const { opened, to, close } = useOpened();
  const [creating, setCreating] = useState(false);
  const [hook, setHook] = useState<ShownHook | null>(null);
  const listed = query.data?.filter((trigger) => (trigger.source.type === 'alert_feed') === ofFeeds);
  const open = listed?.find(({ id }) => String(id) === opened);
  const add = (
    <Button size="sm" onClick={() => setCreating(true)}>
      {t('create')}
    </Button>
  );
  return (
    <>
      {head(add)}
      <Rows
        label={t('title')}
        rows={listed}
        keyOf={({ id }) => id}
        empty={
          <EmptyState icon={ofFeeds ? <IconSpeakerphone size={24} /> : <IconBolt size={24} />} title={t('empty')}>
            {t('empty_text')}
          </EmptyState>
        }
        failure={failureOf(query, t('load_error'))}
      >
        {(trigger) => <TriggerRow trigger={trigger} to={to(String(trigger.id))} isOpen={trigger.id === open?.id} />}
      </Rows>
      {open && <TriggerDrawer key={open.id} trigger={open} onHook={setHook} onClose={close} />}
      {creating && <TriggerForm source={source} onHook={setHook} onClose={() => setCreating(false)} />}
      {hook && <HookSecret hook={hook} onClose={() => setHook(null)} />}
    </>
  );
}

function TriggerRow({ trigger, ...rest }: { trigger: Trigger; to: string; isOpen: boolean }) {
  const { t } = useTranslation(['triggers', 'alert-feeds']);
  const texts = useTriggerTexts();
  const reasonOf = useLinkReason();
  const reason = useOffReason()(trigger);
  const state = useTriggerState()(trigger);
  const { name, company_name, last_fired_at, feed } = trigger;
  const failing =
    feed?.failing_since == null
      ? null
      : feed.last_error === null
        ? t('alert-feeds:state.unread')
        : reasonOf(feed.last_error);
  return (
    <Row
      state={state}
      name={name}
      path={`${company_name} · ${texts.source(trigger)} → ${texts.action(trigger)}`}
      facts={reason ?? failing ?? state.text}
      time={last_fired_at === null ? t('never') : <When at={last_fired_at} />}
      {...rest}
    />
  );
}
