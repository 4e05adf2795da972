import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useAddress } from '../../../lib/address.ts';
import { setParameter } from '../../../lib/list-address.ts';
import { Trans } from '../../../lib/trans.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { PageSection } from '../../../ui/page-section.tsx';
import { PageHeading } from '../../../ui/tabbed-page.tsx';
import { STEPS, type TaskId, TASKS, useTasks } from '../tasks/index.ts';
import { FirstSound } from './first-sound.tsx';
import classes from './help-page.module.css';
import { KeyTable } from './key-table.tsx';

/** What people want to do, with steps that lead there; a sound to hear at once; the keys. */
export function HelpPage() {
  const { t } = useTranslation('help');
  const navigate = useNavigate();
  // In a tab that was opened with this page there is no history to go back to.
  const first = useLocation().key === 'default';
  return (
    <div className={classes.page}>
      <Group justify="space-between" align="flex-start" mb="md">
        <PageHeading title={t('title')} lead={t('lead')} />
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={() => void (first ? navigate('/home') : navigate(-1))}
        >
          {t('back')}
        </Button>
      </Group>
      <FirstSound />
      <Tasks />
      <PageSection title={t('keys.title')}>
        <KeyTable />
        <Text size="sm" c="dimmed">
          {t('keys.skip')}
        </Text>
      </PageSection>
      <Text size="sm" c="dimmed">
        {t('more')}
      </Text>
    </div>
  );
}

function Tasks() {
  const { t } = useTranslation('help');
  const [address, setAddress] = useAddress();
  const [question, setQuestion] = useState('');
  const answers = useTasks(question);
  const opened = address.get('task');
  // The only answer of a question is open.
  const only = question.trim() !== '' && answers.length === 1 ? answers[0]?.id : undefined;
  const open = (id: TaskId | null): void =>
    setAddress((now) => setParameter(now, 'task', id), { replace: true, preventScrollReset: true });
  return (
    <section aria-label={t('answers')}>
      <SearchField compact label={t('search')} placeholder={t('search')} value={question} onChange={setQuestion} />
      {answers.length === 0 && (
        <Text size="sm" mt="md">
          {t('none')}
        </Text>
      )}
      <ul className={classes.answers}>
        {answers.map(({ id, title }) => (
          <li key={id}>
            <details
              open={opened === id || only === id}
              onToggle={({ currentTarget, nativeEvent }) => {
                // Also what is opened by the address tells that it was.
                if (nativeEvent.isTrusted && currentTarget.open !== (opened === id || only === id))
                  open(currentTarget.open ? id : null);
              }}
            >
              <summary>{title}</summary>
              <Steps id={id} />
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Steps({ id }: { id: TaskId }) {
  const { t } = useTranslation('help');
  return (
    <ol className={classes.steps}>
      {STEPS.map((step, index) => {
        const to = TASKS[id].links[index] ?? null;
        return (
          <li key={step}>
            {to === null ? (
              t(`tasks.${id}.${step}`)
            ) : (
              <Trans
                t={t}
                i18nKey={`tasks.${id}.${step}`}
                components={{ a: <Anchor component={Link} to={to} inherit underline="always" /> }}
              />
            )}
          </li>
        );
      })}
    </ol>
  );
}
