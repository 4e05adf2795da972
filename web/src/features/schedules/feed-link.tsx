import { useAct } from '../../ui/use-act.ts';
import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from '../../lib/translation.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { useTimes } from '../../lib/times.ts';
import { CopyText } from '../../ui/copy-text.tsx';
import { InlineConfirm } from '../../ui/dialogs/inline-confirm.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { useGetFeedQuery, useMakeFeedMutation, useRevokeFeedMutation } from './schedules-api.ts';

/**
 * The iCalendar link of the schedules: made, shown once, renewed and revoked; see PLAN-6.
 * @param isImpersonated whether an administrator works in the account; the link is for its owner only
 */
export function FeedLink({ isImpersonated }: { isImpersonated: boolean }) {
  const { t } = useTranslation('schedule');
  const errorText = useErrorMessage();
  const { data, error, refetch, isFetching } = useGetFeedQuery(undefined, { skip: isImpersonated });
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm" maw={640}>
        {t('feed.text')}
      </Text>
      {isImpersonated ? (
        <Text size="sm">{t('feed.own_only')}</Text>
      ) : !data && error ? (
        <ErrorState
          message={errorText(error, t('feed.load_failed'))}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : !data ? (
        <LineSkeletons count={2} />
      ) : (
        <MadeLink madeAt={data.created_at} />
      )}
    </>
  );
}

function MadeLink({ madeAt }: { madeAt: string | null }) {
  const { t } = useTranslation(['schedule', 'common']);
  const times = useTimes();
  const { feed, renew, isLoading, revoke, revoking } = useFeed();
  if (madeAt === null) {
    return (
      <Group gap="sm">
        <Text size="sm">{t('feed.none')}</Text>
        <Button variant="default" loading={isLoading} onClick={() => void renew()}>
          {t('feed.make')}
        </Button>
      </Group>
    );
  }
  return (
    <>
      {feed ? (
        <CopyText value={new URL(feed.path, location.origin).href} />
      ) : (
        <Text size="sm">{t('feed.exists', { date: times.day(madeAt) })}</Text>
      )}
      <Group gap="sm" mt="sm">
        <InlineConfirm
          question={t('feed.renew_sure')}
          yes={t('feed.renew')}
          no={t('common:cancel')}
          onConfirm={() => void renew()}
        >
          {(opener) => (
            <Button {...opener} variant="default" loading={isLoading}>
              {t('feed.renew')}
            </Button>
          )}
        </InlineConfirm>
        <InlineConfirm
          question={t('feed.revoke_sure')}
          yes={t('feed.revoke')}
          no={t('common:cancel')}
          onConfirm={() => void revoke()}
        >
          {(opener) => (
            <Button {...opener} variant="default" color="error" loading={revoking}>
              {t('feed.revoke')}
            </Button>
          )}
        </InlineConfirm>
      </Group>
    </>
  );
}

/** Makes the iCalendar link, or another instead of it, and revokes it. `feed` has its address, which is shown once. */
function useFeed() {
  const { t } = useTranslation('schedule');
  const { act } = useAct({ parallel: true });
  const [make, { data: feed, isLoading, reset }] = useMakeFeedMutation();
  const [end, { isLoading: revoking }] = useRevokeFeedMutation();
  async function renew(): Promise<void> {
    await act(() => make(), { failed: t('feed.failed') });
  }
  async function revoke(): Promise<void> {
    const answer = await act(() => end(), { done: t('feed.revoked'), failed: t('feed.failed') });
    if (answer !== undefined) reset();
  }
  return { feed, renew, isLoading, revoke, revoking };
}
