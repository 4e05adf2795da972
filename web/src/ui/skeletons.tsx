import { SimpleGrid, Skeleton, Stack, type SimpleGridProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

type CardsProps = { count: number; height: number; cols?: SimpleGridProps['cols'] };

/** A grid of cards that are on their way, in the shape and number of those to come. */
export function CardSkeletons({ count, height, cols = { base: 1, sm: 2, md: 3, lg: 4 } }: CardsProps) {
  const { t } = useTranslation('common');
  return (
    <SimpleGrid cols={cols} spacing="md" role="status" aria-label={t('loading')}>
      {times(count).map((index) => (
        <Skeleton key={index} height={height} radius="md" />
      ))}
    </SimpleGrid>
  );
}

/** Lines of text that are on their way; the last is shorter, as in a paragraph. */
export function LineSkeletons({ count, height = 14 }: { count: number; height?: number }) {
  const { t } = useTranslation('common');
  return (
    <Stack gap="xs" role="status" aria-label={t('loading')}>
      {times(count).map((index) => (
        <Skeleton key={index} height={height} width={index === count - 1 ? '60%' : '100%'} />
      ))}
    </Stack>
  );
}
