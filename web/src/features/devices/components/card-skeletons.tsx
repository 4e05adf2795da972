import { CardSkeletons } from '../../../ui/skeletons.tsx';

/** Of a card without its delete row; measured, so that the page does not jump when the cards arrive. */
const CARD_HEIGHT = 292;
/** As the grid breaks: as many columns as fit. */
const COLUMNS = { base: 1, xs: 2, md: 3, lg: 4 };

export const DeviceCardSkeletons = ({ count }: { count: number }) => (
  <CardSkeletons count={count} height={CARD_HEIGHT} cols={COLUMNS} />
);
