/** Other correct behaviors. `SHOP_VARIANT` chooses one, to test that the certification accepts it. */
export const variants = {
  'answers 200 with a body': 'answers notifications with 200 and a JSON body',
  'answers 202': 'answers notifications with 202',
  'answers within a second': 'answers notifications after 200 ms',
  'works one after another': 'works through notifications one at a time',
  'external ids are counters': 'numbers its records instead of giving them UUIDs',
  'reads coupons by order': 'reads a coupon by the order that it came from when there is one',
  'sets external ids later': 'sends its ids of coupons some time after it has made them',
  'changes orders with only the status': 'updates orders with nothing but what has changed',
  'reads back by id': 'reads an order back by the platform’s id once it knows it',
  'never reads back': 'trusts the responses to writes and never reads what was stored',
  'never reads its coupons back': 'registers coupons and never reads what was stored',
  'opens orders on hold': 'creates every order on hold and completes it by an update',
  'synchronizes all with each change': 'sends all orders and customers again as they are when one is changed',
  'answers hooks with ids of its own': 'answers hooks with ids that no call to the platform shows',
  'looks before it sends again': 'checks after a failure whether the record has arrived before it sends it again',
  'customers inside orders only': 'sends customers with their orders and not by themselves',
  'names customers on file by external id':
    'names the customer of an order by its own id alone, once the platform has that',
  'names customers on file by phone':
    'names the customer of an order by the phone alone, whose address the platform has',
  'total after discount': 'sends the total of a redemption less the discount',
  'pages of one record': 'reads lists with one record a page',
  'pages of seven records': 'reads lists with seven records a page',
  'lists by change': 'reads lists with `updatedAt` and `after`',
  'shared coupons without external id': 'registers shared coupons without externalId',
  'sends unknown fields': 'sends fields that the platform does not know',
  'closes every connection': 'opens a connection for each call',
  'header names in lower case': 'writes the names of headers in lower case',
  'header names in capitals': 'writes the names of headers in capitals',
  'content type with charset': 'names the charset in Content-Type',
  'chunked bodies': 'sends bodies in chunks, without their length',
  'dates in Brasília’s zone': 'writes dates with the zone -03:00',
  'dates in India’s zone': 'writes dates with the zone +05:30',
  'dates without fractions': 'writes dates in UTC to the second',
  'sends again after even pauses': 'never makes the pauses longer before it sends a call again',
  'registers without a bearer': 'registers its webhook without a bearer and accepts every notification',
} satisfies Record<string, string>;

export type VariantName = keyof typeof variants;

export const isVariantName = (name: string): name is VariantName => Object.hasOwn(variants, name);
