/** Announcements in English: as they are written, and as they are spoken. */
export const phrases = `
Our doors open at 9:05. → Our doors open at nine oh five.
Boarding starts at 14:30. → Boarding starts at fourteen thirty.
The shop closes at 18:00. → The shop closes at eighteen hundred.
The shop opens at 9:00 and closes at 21:00. → The shop opens at nine o’clock and closes at twenty-one hundred.
The concert begins at 7:30 pm. → The concert begins at seven thirty p.m.
Doors open at 7 p.m. → Doors open at seven p.m.
Breakfast is served from 7:00 to 10:30. → Breakfast is served from seven o’clock to ten thirty.
Breakfast is served 7:00–10:30. → Breakfast is served seven o’clock to ten thirty.
Check-out is at 11 a.m. at the latest. → Check-out is at eleven a.m. at the latest.
The gate closes at 0:15. → The gate closes at zero hours fifteen.
Happy hour is 5–7 pm today. → Happy hour is five to seven p.m. today.
The last bus leaves at 00:00. → The last bus leaves at midnight.
The train departs at 13:01 from platform 2. → The train departs at thirteen oh one from platform 2.
Lunch is at 12:00. → Lunch is at twelve o’clock.
The pool is open until 9:45 PM. → The pool is open until nine forty-five p.m.
We close in 5 min. → We close in five minutes.
We close in 1 min. → We close in one minute.
We close in 15 minutes. → We close in fifteen minutes.
Please wait 2 hrs for your results. → Please wait two hours for your results.
The flight takes 1 h. → The flight takes one hour.
The next show starts in 30 sec. → The next show starts in thirty seconds.
Today everything is 10 % off. → Today everything is ten per cent off.
Save 50% on shoes! → Save fifty per cent on shoes!
Between 10–20% off selected items. → Between ten and twenty per cent off selected items.
The ticket costs €12.50. → The ticket costs twelve euros and fifty cents.
The ticket costs 12.50 €. → The ticket costs twelve euros and fifty cents.
Coffee is $3. → Coffee is three dollars.
Cake is only £2.99 today. → Cake is only two pounds and ninety-nine pence today.
A cup costs €0.80. → A cup costs eighty cents.
Win $1,000,000 today! → Win one million dollars today!
The car costs $25,000. → The car costs twenty-five thousand dollars.
The menu is £1. → The menu is one pound.
Parking is 2 € per hour. → Parking is two euros per hour.
All books under $10 are half price. → All books under ten dollars are half price.
It is 21 °C outside. → It is twenty-one degrees Celsius outside.
Tonight it will be -5 °C. → Tonight it will be minus five degrees Celsius.
The oven is at 180°. → The oven is at one hundred and eighty degrees.
The speed limit is 30 km/h. → The speed limit is thirty kilometres per hour.
The nearest station is 2.5 km away. → The nearest station is two point five kilometres away.
Apples are on sale, 2 kg for £3. → Apples are on sale, two kilograms for three pounds.
Add 250 ml of water. → Add two hundred and fifty millilitres of water.
The room has 45 m². → The room has forty-five square metres.
Bags over 23 kg must be checked in. → Bags over twenty-three kilograms must be checked in.
The trail is 1 km long. → The trail is one kilometre long.
The tower is 1,250 m high. → The tower is one thousand two hundred and fifty metres high.
Please proceed to gate No. 3. → Please proceed to gate number three.
Bus no. 12 is delayed. → Bus number twelve is delayed.
Please go to counter #4. → Please go to counter number four.
The office is in Rm. 204. → The office is in Room 204.
Mr. Smith, please come to the reception. → Mister Smith, please come to the reception.
Dr. Brown is wanted in room 12. → Doctor Brown is wanted in room 12.
Mrs. Jones, your taxi is here. → Missis Jones, your taxi is here.
We sell fruit, bread, etc. → We sell fruit, bread, et cetera.
Bring a snack, e.g. an apple. → Bring a snack, for example an apple.
Please call +371 26 123 456. → Please call plus three seven one, two six, one two three, four five six.
Call +44 20 7946 0958 for help. → Call plus four four, two zero, seven nine four six, zero nine five eight for help.
For help, dial +1 (800) 555-0199. → For help, dial plus one, eight zero zero, five five five, zero one nine nine.
Call tel. 123-45-67. → Call telephone one two three, four five, six seven.
The sale begins on 1 December. → The sale begins on the first of December.
The sale begins on December 1. → The sale begins on the first of December.
The sale ends on 31st December. → The sale ends on the thirty-first of December.
School starts on September 1st, 2026. → School starts on the first of September, twenty twenty-six.
Today is Sunday, 22 November. → Today is Sunday, the twenty-second of November.
We are closed on 25 December 2026. → We are closed on the twenty-fifth of December, twenty twenty-six.
The course runs from 1 to 5 May. → The course runs from the first to the fifth of May.
The course runs 1–5 May. → The course runs the first to the fifth of May.
The exam is on the 3rd of June. → The exam is on the third of June.
The festival takes place on 22/11/2026. → The festival takes place on the twenty-second of November, twenty twenty-six.
The deadline is 2026-11-22. → The deadline is the twenty-second of November, twenty twenty-six.
The hotel was built in 1998. → The hotel was built in nineteen ninety-eight.
Since 2005 we have served you. → Since two thousand and five we have served you.
The new line opens in 2026. → The new line opens in twenty twenty-six.
In 1900 there was no station here. → In nineteen hundred there was no station here.
This is the 2nd call for flight 315. → This is the second call for flight 315.
Our 25th anniversary is on Friday. → Our twenty-fifth anniversary is on Friday.
Take the lift to the 12th floor. → Take the lift to the twelfth floor.
The 1st class coach is at the front. → The first class coach is at the front.
The 101st visitor wins a prize. → The one hundred and first visitor wins a prize.
Use ½ of the dough. → Use one half of the dough.
About 3/4 of the seats are taken. → About three quarters of the seats are taken.
Only 1/2 of the tickets are left. → Only one half of the tickets are left.
We have 12,500 visitors a day. → We have twelve thousand five hundred visitors a day.
The score is 3.5 out of 5. → The score is three point five out of 5.
Wait 5 to 10 minutes. → Wait five to ten minutes.
Wait 5–10 minutes, please. → Wait five to ten minutes, please.
Flight A4 is boarding at gate B12. → Flight A4 is boarding at gate B12.
Version 1.2.3 is installed. → Version 1.2.3 is installed.
Room 101 is ready. → Room 101 is ready.
The class meets at 8:15, 9:00 and 10:45. → The class meets at eight fifteen, nine o’clock and ten forty-five.
The queue takes 20 mins. → The queue takes twenty minutes.
The museum is open 24/7. → The museum is open twenty-four seven.
The sea is 18.5 °C warm. → The sea is eighteen point five degrees Celsius warm.
The water is at 77 °F. → The water is at seventy-seven degrees Fahrenheit.
The wi-fi code is 0012. → The wi-fi code is 0012.
The delay is approx. 10 minutes. → The delay is approximately ten minutes.
We are at 12 Station Rd. → We are at 12 Station Road.
We take a 5 min break. → We take a five minute break.
The sale is on the 5th and 6th of May. → The sale is on the fifth and the sixth of May.
The lottery pays $1.5 million. → The lottery pays one point five million dollars.
The walk takes 1½ hours. → The walk takes one and a half hours.
The walk takes 2 ½ hours. → The walk takes two and a half hours.
The break is ½ h. → The break is half an hour.
Buy ½ kg of cherries. → Buy half a kilogram of cherries.
Open Mon–Fri 9:00–18:00. → Open Monday to Friday nine o’clock to eighteen hundred.
Closed Sat–Sun. → Closed Saturday to Sunday.
Tickets are €5–€10. → Tickets are five to ten euros.
Tickets are $5-10. → Tickets are five to ten dollars.
The fare is USD 5. → The fare is five dollars.
The price is €1.000,50 today. → The price is one thousand euros and fifty cents today.
The bridge cost £5m. → The bridge cost five million pounds.
The parcel is 5 x 10 x 20 cm. → The parcel is five by ten by twenty centimetres.
See pages 10–12. → See pages ten to twelve.
The score was 3–1. → The score was 3–1.
Music of the 1990s. → Music of the nineteen nineties.
Our 5G network is here. → Our 5G network is here.
Call 67123456 now. → Call six seven, one two, three four, five six now.
Phone: (555) 123-4567. → Phone: five five five, one two three, four five six seven.
It will be -5 to +5 °C. → It will be minus five to plus five degrees Celsius.
There are 0 kg left. → There are zero kilograms left.
There are 11 kg left. → There are eleven kilograms left.
There are 101 kg left. → There are one hundred and one kilograms left.
There are 1000 kg left. → There are one thousand kilograms left.
There are 2000 kg left. → There are two thousand kilograms left.
There are 1,000,000 kg left. → There are one million kilograms left.
The tank holds 20 m3. → The tank holds twenty cubic metres.
The course is 28 November – 3 December. → The course is the twenty-eighth of November to the third of December.
Closed on the 5th, 6th and 7th of May. → Closed on the fifth, sixth and the seventh of May.
We are at 12/3 Main Street. → We are at 12/3 Main Street.
Write to desk5@example.com. → Write to desk5@example.com.
Change at Baker St Station for Oxford St. Please mind the gap. → Change at Baker Street Station for Oxford Street. Please mind the gap.
Main St. is closed. Next stop: Liverpool St → Main Street is closed. Next stop: Liverpool Street
Bury St. Edmunds, Mt Vernon, Ft. Worth → Bury Saint Edmunds, Mount Vernon, Fort Worth
Meet Dr Jones at 5th Ave and Sunset Blvd. → Meet Doctor Jones at fifth Avenue and Sunset Boulevard.
Kings Cross Stn is closed. High St and Park Ln → Kings Cross Station is closed. High Street and Park Lane
Martin Luther King Jr. Dr. → Martin Luther King Junior Drive.
Room 4.12 is free. Version 1.20 is out. The score is 9.30. → Room four point one two is free. Version one point two zero is out. The score is nine point three zero.
From version 1.20 to 1.30 → From version one point two zero to one point three zero
Lunch 12.15, break 10.30 and 14.00 → Lunch twelve fifteen, break ten thirty and fourteen hundred
At 9.30, 10.15 and 11.00 the bell rings. → At nine thirty, ten fifteen and eleven o’clock the bell rings.
It costs 9.50 each, 2.50 m long, 1.25 million → It costs nine point five zero each, two point five zero metres long, one point two five million
Move from 9 to 10.30. → Move from 9 to ten thirty.
Train at 17.05 to 19.30 from platform 4 → Train at seventeen oh five to nineteen thirty from platform 4
Doors open at 1830 hrs and 0930 hrs. Dial 0900. Be here at 0745. → Doors open at eighteen thirty hours and nine thirty hours. Dial 0900. Be here at seven forty-five.
The pump ran after 2000 hours of use. → The pump ran after two thousand hours of use.
Henry VIII and Elizabeth II, Act I, Part III, World War I, Rocky II → Henry the eighth and Elizabeth the second, Act one, Part three, World War one, Rocky two
Can I go? Vitamin C, Gate C, mix CD, XL → Can I go? Vitamin C, Gate C, mix CD, XL
The XXI century → The twenty-first century
Gates I–III, IV drip → Gates one to three, I V drip
Radio FM 101.50 at 9.30 → Radio FM one hundred and one point five zero at nine thirty
🔔 Lunch ✅ **Attention** → Lunch Attention
1️⃣ First ➡️ 2️⃣ next 👍🏽! → 1 First, 2 next!
[Our menu](https://example.org/a_b) is _new_ -> \`today\` :) → Our menu is new, today
Press *100# or 5 * 3, #music → Press *100# or 5 * 3, music
Write to a_b@example.com, file_name → Write to a_b@example.com, file_name
`;
