import { SimpleGrid, Skeleton, Stack, VisuallyHidden, type SimpleGridProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const COLUMNS: SimpleGridProps['cols'] = { base: 1, sm: 2, md: 3, lg: 4 };

function Loading() {
  const { t } = useTranslation('common');
  return <VisuallyHidden component="output">{t('loading')}</VisuallyHidden>;
}

type CardsProps = { count: number; height: number; cols?: SimpleGridProps['cols'] };

/** Placeholders for a grid of cards. */
export function CardSkeletons({ count, height, cols = COLUMNS }: CardsProps) {
  return (
    <SimpleGrid cols={cols} spacing="md" aria-busy>
      <Loading />
      {times(count).map((index) => (
        <Skeleton key={index} height={height} radius="md" />
      ))}
    </SimpleGrid>
  );
}

/** Placeholders for lines of text; the last one is shorter. */
export function LineSkeletons({ count, height = 14 }: { count: number; height?: number }) {
  return (
    <Stack gap="xs" aria-busy>
      <Loading />
      {times(count).map((index) => (
        <Skeleton key={index} height={height} width={index === count - 1 ? '60%' : '100%'} />
      ))}
    </Stack>
  );
}
