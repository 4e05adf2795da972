import { entrance, food, place, shop, type SampleChain } from './sample-chain.ts';

const CHECKOUT = place('Checkout', 'Ceiling speaker', 'Between tills 3 and 4', 'Checkouts');

export const SUPERMARKETS: SampleChain = {
  name: 'Brightwater',
  description: 'Supermarkets',
  emblem: '🛒',
  country: 'Germany',
  regions: [
    {
      name: 'North',
      description: 'Hamburg and Bremen',
      emblem: '🌲',
      country: 'Germany',
      language: 'de',
      shops: [
        shop(
          ['Harbour Market', 'Open until 22:00', '🏪'],
          ['Hamburg', 'Am Sandtorkai', '12', '20457'],
          [entrance('Entrance', 'Above the sliding doors'), CHECKOUT, food('Bakery', 'Wall speaker', 'At the oven')],
        ),
        shop(
          ['Altona Market', 'With car park', '🏬'],
          ['Hamburg', 'Große Bergstraße', '160', '22767'],
          [entrance('Entrance', 'Behind the information desk'), place('Car park', 'Horn', 'Level 1, exit side')],
        ),
        shop(
          ['Bremen Market', 'City centre', '🏪'],
          ['Bremen', 'Obernstraße', '40', '28195'],
          [entrance('Entrance', 'Left of the trolleys'), food('Café', 'Pair of speakers', 'Over the counter')],
        ),
      ],
    },
    {
      name: 'South',
      description: 'Munich, Stuttgart',
      emblem: '🏔️',
      country: 'Germany',
      language: 'de',
      shops: [
        shop(
          ['Munich Market', 'Open until 20:00', '🏪'],
          ['Munich', 'Sendlinger Straße', '8', '80331'],
          [entrance('Entrance', 'Above the escalator'), CHECKOUT, food('Wine shop', 'Shelf speaker', 'Top shelf')],
        ),
        shop(
          ['Stuttgart Hub', 'Distribution', '📦'],
          ['Stuttgart', 'Hafenstraße', '3', '70327'],
          [place('Loading bay', 'Horn', 'Gate 5, outdoors')],
        ),
      ],
    },
  ],
};
