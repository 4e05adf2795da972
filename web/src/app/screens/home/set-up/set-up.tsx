import { Button, Group, Paper, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import type { Home } from '@belfry/schemas/http/places/home';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useSelector } from 'react-redux';
import { useGetMainCompaniesQuery } from '../../../../features/companies/companies-api.ts';
import { AddLoudspeaker } from '../../../../features/device-ownership/pairing/index.ts';
import { useWhereQuery } from '../../../../kit/where/index.ts';
import { selectSession } from '../../../../lib/session/session-slice.ts';
import { useTranslation } from '../../../../lib/translation.ts';
import { FirstSentence } from './first-sentence.tsx';
import { OrganisationForm, PlaceForm } from './organisation-form.tsx';
import { STEPS, type Step, stepsLeft, useProgress } from './steps.ts';
import { VoiceForm } from './voice-form.tsx';
import classes from './set-up.module.css';

/** From nothing to a sentence that is heard, step by step; each can be left for later. See HOME-20. */
export function SetUp({ home, onBegin, onClose }: { home: Home; onBegin: () => void; onClose: () => void }) {
  const { t } = useTranslation('set-up');
  const { progress, left, main, place } = useSetUp(home);
  const [opened, setOpened] = useState<Step | null>(null);
  const [isSpeaking, setSpeaking] = useState(false);
  const begin = useEffectEvent(() => {
    progress.begin();
    onBegin();
  });
  useEffect(() => begin(), []);
  if (left === null) return null;
  if (progress.isDismissed && !isSpeaking)
    return (
      <Stack gap={16} align="flex-start">
        <Title order={1} size={28}>
          {t('none')}
        </Title>
        <Button variant="default" onClick={progress.resume}>
          {t('title')}
        </Button>
      </Stack>
    );
  // The first loudspeaker says who it is before its step is closed.
  const current = isSpeaking
    ? 'loudspeaker'
    : (opened ?? left[0] ?? (home.loudspeakers === 0 ? 'loudspeaker' : 'sentence'));
  const finish = (step: Step, { isSkipped = false } = {}): void => {
    progress.pass(step, { isSkipped });
    setOpened(null);
    if (left.every((each) => each === step)) onClose();
  };
  const forms: Record<Step, ReactNode> = {
    organisation: <OrganisationForm onDone={() => finish('organisation')} />,
    voice:
      main === undefined ? (
        <Text size="sm">{t('first_organisation')}</Text>
      ) : (
        <VoiceForm companyId={main.company_id} onDone={() => finish('voice')} />
      ),
    place:
      main === undefined ? (
        <Text size="sm">{t('first_organisation')}</Text>
      ) : (
        <PlaceForm parentId={main.company_id} onDone={() => finish('place')} />
      ),
    loudspeaker: (
      <AddLoudspeaker
        place={place}
        onAdded={() => setSpeaking(true)}
        onDone={() => {
          setSpeaking(false);
          finish('loudspeaker');
        }}
        onAnother={() => setSpeaking(false)}
      />
    ),
    sentence:
      main === undefined ? null : <FirstSentence companyId={main.company_id} onDone={() => finish('sentence')} />,
  };
  return (
    <Paper withBorder p="lg" maw={520} component="section" aria-labelledby="set-up">
      <Title order={1} size={20} id="set-up">
        {t('title')}
      </Title>
      <ol className={classes.steps}>
        {STEPS.map((step, index) => {
          const isOpen = step === current;
          const isPassed = !left.includes(step);
          const state = progress.skipped.includes(step) ? t('skipped') : t('done');
          return (
            <li key={step} className={classes.step} aria-current={isOpen ? 'step' : undefined}>
              {isOpen ? (
                <Title order={2} size={16} fw={600}>
                  {index + 1}. {t(`steps.${step}`)}
                </Title>
              ) : (
                <UnstyledButton className={classes.name ?? ''} onClick={() => setOpened(step)}>
                  {index + 1}. {t(`steps.${step}`)} <span className={classes.state}>{isPassed ? state : ''}</span>
                </UnstyledButton>
              )}
              {isOpen && (
                <Stack gap={16} mt={8}>
                  {forms[step]}
                  {!isSpeaking && (
                    <Group justify="space-between">
                      <Button
                        variant="subtle"
                        color="gray"
                        size="compact-sm"
                        onClick={() => finish(step, { isSkipped: true })}
                      >
                        {t('skip')}
                      </Button>
                      <Button
                        variant="subtle"
                        color="gray"
                        size="compact-sm"
                        onClick={() => {
                          progress.dismiss();
                          onClose();
                        }}
                      >
                        {t('leave')}
                      </Button>
                    </Group>
                  )}
                </Stack>
              )}
            </li>
          );
        })}
      </ol>
    </Paper>
  );
}

/** What is left, in one line above Home, until it is done or dismissed. */
export function SetUpLeft({ home, onOpen }: { home: Home; onOpen: () => void }) {
  const { t } = useTranslation('set-up');
  const { progress, left } = useSetUp(home);
  if (!progress.hasBegun || progress.isDismissed || left === null || left.length === 0) return null;
  return (
    <Group gap={8} className={classes.left ?? ''}>
      <Text size="sm">{t('left', { steps: left.map((step) => t(`steps.${step}`)).join(' · ') })}</Text>
      <Button variant="default" size="compact-sm" onClick={onOpen}>
        {t('go_on')}
      </Button>
      <Button variant="subtle" color="gray" size="compact-sm" onClick={progress.dismiss}>
        {t('dismiss')}
      </Button>
    </Group>
  );
}

/** `left` is null until it is known what there is. */
function useSetUp(home: Home) {
  const session = useSelector(selectSession);
  const progress = useProgress(session?.user_id ?? 0);
  const { data: mains } = useGetMainCompaniesQuery();
  const main = mains?.[0];
  const { data: where } = useWhereQuery(
    { right: 'operate', below: main?.company_id ?? 0 },
    { skip: main === undefined },
  );
  const place = where?.items.find(({ kind, type }) => kind === 'place' && type === 'Company')?.company_id ?? undefined;
  const exists = {
    organisation: (mains?.length ?? 0) > 0,
    place: place !== undefined,
    loudspeaker: home.loudspeakers > 0,
  };
  const isKnown = mains !== undefined && (main === undefined || where !== undefined);
  return { progress, place, main, left: isKnown ? stepsLeft(exists, progress.passed) : null };
}
