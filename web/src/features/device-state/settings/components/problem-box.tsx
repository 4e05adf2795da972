import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../../api/base/api-error.ts';
import { isUnreachable, problemOf } from '../config/load-problem.ts';

type Props = {
  error: ApiError;
  /** What failed. */
  action: 'load' | 'save';
  retries: number;
  retrying: boolean;
  onRetry?: () => void;
};

/** What went wrong with a call, under a heading by its kind; see SET-4. */
export function ProblemBox({ error, action, retries, retrying, onRetry }: Props) {
  const { t } = useTranslation('device-settings');
  const problem = problemOf(error);
  const isMissing = error.status === 404;
  const textOf = (): string =>
    problem === 'configuration' ? t(`problem.configuration.${action}`) : t(`problem.${problem}.text`);
  return (
    <Alert
      color={isMissing && action === 'load' ? 'warning' : 'error'}
      variant="light"
      mb="md"
      role="alert"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={t(`problem.${problem}.title`)}
    >
      <Text size="sm">{isMissing ? t(`problem.missing.${action}`) : textOf()}</Text>
      {!isMissing && error.message !== '' && problem === 'configuration' && <Text size="sm">{error.message}</Text>}
      {action === 'load' && isUnreachable(error) && (
        <Text size="sm" mt={4}>
          {t('problem.tip')}
        </Text>
      )}
      {action === 'save' && !isMissing && (
        <Text size="sm" mt={4}>
          {t(problem === 'timeout' ? 'problem.unknown_saved' : 'problem.not_saved')}
        </Text>
      )}
      {onRetry && (
        <Button mt="xs" size="xs" variant="light" color="error" loading={retrying} onClick={onRetry}>
          {retries > 0 ? t('problem.retry_count', { retries }) : t('problem.retry')}
        </Button>
      )}
    </Alert>
  );
}
