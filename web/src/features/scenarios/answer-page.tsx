import { SCENARIO_ANSWERS, type ScenarioAnswer } from '@belfry/schemas/http/scenarios/runs';
import { ANSWER_TEXT_MAX } from '@belfry/schemas/http/scenarios/answers';
import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { useTranslation } from '../../lib/translation.ts';
import { PublicPage } from '../../ui/public-page.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { useReadAskedQuery, useSendAnswerMutation } from './scenarios-api.ts';

const COLOURS: Record<ScenarioAnswer, string> = { have_it: 'blue', safe: 'green', help: 'error' };

/** Where the link of a message leads: one press, without an account. The last answer counts. */
export function AnswerPage() {
  const { t } = useTranslation('scenarios');
  const errorText = useErrorMessage();
  const token = useLocation().hash.slice(1);
  const [text, setText] = useState('');
  const asked = useReadAskedQuery(token, { skip: token === '' });
  const [send, { isLoading, isSuccess, error, originalArgs }] = useSendAnswerMutation();
  if (token === '') return <Navigate to="/login" replace />;
  const given = originalArgs && isSuccess ? originalArgs.answer : asked.data?.answer;
  return (
    <PublicPage tab={t('ask.title')} caption={asked.data?.title ?? t('ask.title')} lead={t('ask.lead')}>
      {asked.error !== undefined && <Notice tone="error">{errorText(asked.error, t('failed'))}</Notice>}
      {isSuccess && <Notice>{t('ask.done')}</Notice>}
      {error !== undefined && <Notice tone="error">{errorText(error, t('failed'))}</Notice>}
      {asked.data && (
        <Stack gap="sm">
          <TextInput
            label={t('ask.text')}
            maxLength={ANSWER_TEXT_MAX}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          {SCENARIO_ANSWERS.map((answer) => (
            <Button
              key={answer}
              fullWidth
              size="lg"
              color={COLOURS[answer]}
              variant={given === answer ? 'filled' : 'default'}
              disabled={isLoading}
              onClick={() => void send({ token, answer, text })}
            >
              {t(`answer.${answer}`)}
            </Button>
          ))}
        </Stack>
      )}
    </PublicPage>
  );
}
