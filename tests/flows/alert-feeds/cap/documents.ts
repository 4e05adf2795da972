/** Documents as the services of several countries write them, all in force at the same instant. */

/** When all decisions of the corpus are made. */
export const NOW = new Date('2026-11-27T12:00:00Z');
export const CAP = 'urn:oasis:names:tc:emergency:cap:1.2';

/** A tornado warning as the National Weather Service of the United States sends it: a polygon, SAME and UGC codes. */
export const NWS = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<alert xmlns="${CAP}">
  <identifier>urn:oid:2.49.0.1.840.0.8f1d.001.1</identifier>
  <sender>w-nws.webmaster@noaa.gov</sender>
  <sent>2026-11-27T05:41:00-06:00</sent>
  <status>Actual</status>
  <msgType>Alert</msgType>
  <scope>Public</scope>
  <code>IPAWSv1.0</code>
  <info>
    <language>en-US</language>
    <category>Met</category>
    <event>Tornado Warning</event>
    <responseType>Shelter</responseType>
    <urgency>Immediate</urgency>
    <severity>Extreme</severity>
    <certainty>Observed</certainty>
    <eventCode><valueName>SAME</valueName><value>TOR</value></eventCode>
    <eventCode><valueName>NationalWeatherService</valueName><value>TOW</value></eventCode>
    <effective>2026-11-27T05:41:00-06:00</effective>
    <onset>2026-11-27T05:41:00-06:00</onset>
    <expires>2026-11-27T06:30:00-06:00</expires>
    <senderName>NWS Norman OK</senderName>
    <headline>Tornado Warning issued November 27 at 5:41AM CST until 6:30AM CST by NWS Norman OK</headline>
    <description>TORNADO WARNING for Cleveland County &amp; southern Oklahoma County. At 541 AM a large tornado was over Norman.</description>
    <instruction>TAKE COVER NOW! Move to a basement or an interior room on the lowest floor of a sturdy building.</instruction>
    <web>https://www.weather.gov</web>
    <parameter><valueName>VTEC</valueName><value>/O.NEW.KOUN.TO.W.0042.261127T1141Z-261127T1230Z/</value></parameter>
    <area>
      <areaDesc>Cleveland, OK; Oklahoma, OK</areaDesc>
      <polygon>35.10,-97.60 35.40,-97.60 35.40,-97.20 35.10,-97.20 35.10,-97.60</polygon>
      <geocode><valueName>SAME</valueName><value>040027</value></geocode>
      <geocode><valueName>SAME</valueName><value>040109</value></geocode>
      <geocode><valueName>UGC</valueName><value>OKC027</value></geocode>
    </area>
  </info>
</alert>`;

/** A storm as the German weather service sends it: two languages, cells and a polygon, the time in UTC. */
export const DWD = `<?xml version="1.0" encoding="UTF-8"?>
<alert xmlns="${CAP}">
  <identifier>2.49.0.0.276.0.DWD.PVW.1795000000000.5a1b</identifier>
  <sender>opendata@dwd.de</sender>
  <sent>2026-11-27T11:30:00+00:00</sent>
  <status>Actual</status>
  <msgType>Alert</msgType>
  <source>PVW</source>
  <scope>Public</scope>
  <code>id:2.49.0.0.276.0.DWD.PVW.1795000000000.5a1b</code>
  <info>
    <language>de-DE</language>
    <category>Met</category>
    <event>ORKANBÖEN</event>
    <responseType>Prepare</responseType>
    <urgency>Immediate</urgency>
    <severity>Severe</severity>
    <certainty>Likely</certainty>
    <eventCode><valueName>II</valueName><value>54</value></eventCode>
    <effective>2026-11-27T11:30:00+00:00</effective>
    <onset>2026-11-27T12:00:00+00:00</onset>
    <expires>2026-11-27T18:00:00+00:00</expires>
    <senderName>Deutscher Wetterdienst</senderName>
    <headline>Amtliche UNWETTERWARNUNG vor ORKANBÖEN</headline>
    <description>Es treten Orkanböen mit Geschwindigkeiten um 120 km/h auf.</description>
    <instruction>Gefahr durch umstürzende Bäume: Schließen Sie alle Fenster und Türen!</instruction>
    <contact>Deutscher Wetterdienst</contact>
    <area>
      <areaDesc>Stadt München</areaDesc>
      <polygon>48.06,11.36 48.25,11.36 48.25,11.72 48.06,11.72 48.06,11.36</polygon>
      <geocode><valueName>WARNCELLID</valueName><value>109162000</value></geocode>
      <geocode><valueName>STATE</valueName><value>BY</value></geocode>
    </area>
  </info>
  <info>
    <language>en-GB</language>
    <category>Met</category>
    <event>HURRICANE-FORCE GUSTS</event>
    <responseType>Prepare</responseType>
    <urgency>Immediate</urgency>
    <severity>Severe</severity>
    <certainty>Likely</certainty>
    <effective>2026-11-27T11:30:00+00:00</effective>
    <expires>2026-11-27T18:00:00+00:00</expires>
    <headline>Official SEVERE WEATHER WARNING of HURRICANE-FORCE GUSTS</headline>
    <instruction>Danger of falling trees: close all windows and doors!</instruction>
    <area>
      <areaDesc>City of Munich</areaDesc>
      <polygon>48.06,11.36 48.25,11.36 48.25,11.72 48.06,11.72 48.06,11.36</polygon>
      <geocode><valueName>WARNCELLID</valueName><value>109162000</value></geocode>
    </area>
  </info>
</alert>`;

/** Civil protection in Germany (MoWaS, KATWARN): the code of the region, no end, a prefix for the namespace. */
export const MOWAS = `<?xml version="1.0" encoding="UTF-8"?>
<cap:alert xmlns:cap="${CAP}">
  <cap:identifier>DE-BY-M-W083-20261127-000</cap:identifier>
  <cap:sender>CAP@feuerwehr-muenchen.example</cap:sender>
  <cap:sent>2026-11-27T12:50:00+01:00</cap:sent>
  <cap:status>Actual</cap:status>
  <cap:msgType>Alert</cap:msgType>
  <cap:scope>Public</cap:scope>
  <cap:code>DVN:1</cap:code>
  <cap:info>
    <cap:language>DE</cap:language>
    <cap:category>Fire</cap:category>
    <cap:event>Gefahreninformation</cap:event>
    <cap:urgency>Immediate</cap:urgency>
    <cap:severity>Severe</cap:severity>
    <cap:certainty>Observed</cap:certainty>
    <cap:eventCode><cap:valueName>profile:DE-BBK-EVENTCODE:01.00</cap:valueName><cap:value>BBK-EVC-021</cap:value></cap:eventCode>
    <cap:headline>Rauchentwicklung durch Großbrand</cap:headline>
    <cap:description><![CDATA[In München-Riem brennt eine Halle. Rauch & Ruß ziehen nach Osten.]]></cap:description>
    <cap:instruction>Schließen Sie Fenster und Türen. Schalten Sie Lüftungen ab.</cap:instruction>
    <cap:area>
      <cap:areaDesc>Landeshauptstadt München</cap:areaDesc>
      <cap:polygon>48.10,11.60 48.16,11.60 48.16,11.75 48.10,11.75 48.10,11.60</cap:polygon>
      <cap:geocode><cap:valueName>ARS</cap:valueName><cap:value>091620000000</cap:value></cap:geocode>
      <cap:altitude>0</cap:altitude>
      <cap:ceiling>3000</cap:ceiling>
    </cap:area>
  </cap:info>
</cap:alert>`;

/** Meteoalarm: awareness levels as parameters, codes of EMMA and no polygon. */
export const METEOALARM = `<?xml version="1.0" encoding="utf-8"?>
<alert xmlns="${CAP}">
  <identifier>2.49.0.0.250.0.FR.20261127110000.WIND</identifier>
  <sender>vigilance@meteo.fr</sender>
  <sent>2026-11-27T11:00:00+00:00</sent>
  <status>Actual</status>
  <msgType>Alert</msgType>
  <scope>Public</scope>
  <info>
    <language>fr-FR</language>
    <category>Met</category>
    <event>Vent violent</event>
    <responseType>Monitor</responseType>
    <urgency>Future</urgency>
    <severity>Moderate</severity>
    <certainty>Likely</certainty>
    <onset>2026-11-27T18:00:00+00:00</onset>
    <expires>2026-11-28T06:00:00+00:00</expires>
    <headline>Vigilance orange vent violent</headline>
    <parameter><valueName>awareness_level</valueName><value>3; orange; Severe</value></parameter>
    <parameter><valueName>awareness_type</valueName><value>1; Wind</value></parameter>
    <area>
      <areaDesc>Finistère</areaDesc>
      <geocode><valueName>EMMA_ID</valueName><value>FR029</value></geocode>
    </area>
    <area>
      <areaDesc>Morbihan</areaDesc>
      <geocode><valueName>EMMA_ID</valueName><value>FR056</value></geocode>
    </area>
  </info>
</alert>`;

/** A bushfire in Australia: a circle around the fire. */
export const BUSHFIRE = `<?xml version="1.0" encoding="UTF-8"?>
<alert xmlns="${CAP}">
  <identifier>urn:oid:2.49.0.1.36.0.RFS.583201.7</identifier>
  <sender>webmaster@rfs.nsw.example</sender>
  <sent>2026-11-27T22:45:00+11:00</sent>
  <status>Actual</status>
  <msgType>Alert</msgType>
  <scope>Public</scope>
  <note/>
  <info>
    <category>Fire</category>
    <event>Bushfire</event>
    <responseType>Evacuate</responseType>
    <urgency>Immediate</urgency>
    <severity>Extreme</severity>
    <certainty>Observed</certainty>
    <eventCode><valueName>https://www.gov.au/cap/event</valueName><value>bushFire</value></eventCode>
    <expires>2026-11-28T22:45:00+11:00</expires>
    <headline>Emergency Warning - Gospers Mountain</headline>
    <instruction>Leave now towards Lithgow.</instruction>
    <area>
      <areaDesc>Gospers Mountain</areaDesc>
      <circle>-33.05,150.45 20</circle>
      <geocode><valueName>http://www.ga.gov.au/lga</valueName><value>LGA14870</value></geocode>
    </area>
  </info>
</alert>`;

/** Environment Canada: two languages, signed. */
export const CANADA = `<?xml version='1.0' encoding='UTF-8'?>
<alert xmlns="${CAP}">
  <identifier>urn:oid:2.49.0.1.124.1995000001.2026</identifier>
  <sender>cap-pac@canada.ca</sender>
  <sent>2026-11-27T11:40:00-00:00</sent>
  <status>Actual</status>
  <msgType>Alert</msgType>
  <source>Env. Can. - Can. Met. Ctr.</source>
  <scope>Public</scope>
  <code>profile:CAP-CP:0.4</code>
  <info>
    <language>en-CA</language>
    <category>Met</category>
    <event>snow squall</event>
    <responseType>Avoid</responseType>
    <urgency>Expected</urgency>
    <severity>Severe</severity>
    <certainty>Likely</certainty>
    <eventCode><valueName>profile:CAP-CP:Event:0.4</valueName><value>snowSquall</value></eventCode>
    <expires>2026-11-28T03:40:00-00:00</expires>
    <headline>snow squall warning in effect</headline>
    <area>
      <areaDesc>Barrie - Collingwood</areaDesc>
      <polygon>44.2,-80.3 44.7,-80.3 44.7,-79.5 44.2,-79.5 44.2,-80.3</polygon>
      <geocode><valueName>profile:CAP-CP:Location:0.3</valueName><value>3543042</value></geocode>
    </area>
  </info>
  <info>
    <language>fr-CA</language>
    <category>Met</category>
    <event>bourrasques de neige</event>
    <responseType>Avoid</responseType>
    <urgency>Expected</urgency>
    <severity>Severe</severity>
    <certainty>Likely</certainty>
    <expires>2026-11-28T03:40:00-00:00</expires>
    <headline>avertissement de bourrasques de neige en vigueur</headline>
    <area>
      <areaDesc>Barrie - Collingwood</areaDesc>
      <polygon>44.2,-80.3 44.7,-80.3 44.7,-79.5 44.2,-79.5 44.2,-80.3</polygon>
    </area>
  </info>
  <Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo><CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"/></SignedInfo><SignatureValue>MC0=</SignatureValue></Signature>
</alert>`;
