import type { ScenarioAction } from '@belfry/schemas/http/scenarios/actions';
import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { useTranslation } from '../../lib/translation.ts';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { Checked } from './checked.tsx';
import { isComplete } from './scenario-draft.ts';
import { useCheckDraftQuery } from './scenarios-api.ts';

/** So long after the last change; the server checks 20 times a minute. */
const SETTLE_MS = 2_000;

/** Whom the actions would reach that are complete, as they are edited. */
export function DraftCheck({ node, actions }: { node: number | null; actions: readonly ScenarioAction[] }) {
  const { t } = useTranslation('scenarios');
  const errorText = useErrorMessage();
  const complete = actions.every(isComplete) && actions.length > 0;
  const [settled] = useDebouncedValue(
    node !== null && complete ? { company_id: node, actions: [...actions] } : null,
    SETTLE_MS,
  );
  const { data, error, isFetching } = useCheckDraftQuery(settled ?? { company_id: 0, actions: [] }, {
    skip: settled === null,
  });
  if (settled === null)
    return (
      <Text size="sm" c="dimmed">
        {t('check_incomplete')}
      </Text>
    );
  return (
    <>
      {error !== undefined && !isFetching && <Text size="sm">{errorText(error, t('check_failed'))}</Text>}
      {data ? <Checked check={data} /> : error === undefined && <LineSkeletons count={3} height={20} />}
    </>
  );
}
