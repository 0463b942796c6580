BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('2');
CREATE TABLE events (
	room BIGINT NOT NULL, 
	number INTEGER NOT NULL, 
	body TEXT NOT NULL, 
	kind SMALLINT DEFAULT '0' NOT NULL, 
	PRIMARY KEY (room, number), 
	FOREIGN KEY(room) REFERENCES rooms ("key")
)
 WITHOUT ROWID

;
INSERT INTO "events" VALUES(1882132266104815258,1,'{"type":"event","room":"K7NW5","number":1,"at":1794941202.2267509,"fact":{"type":"created","setup":{"game":"caldera","seats":[{"kind":"host"},{"kind":"open"}],"clock":{"kind":"fischer","seconds":300.0,"extra":5.0},"public":true,"label":"Open table"},"host":"mb95503474a16c14","name":"Ada L.","seats":[{"kind":"person","name":"Ada L.","member":"mb95503474a16c14"},{"kind":"nobody"}]},"by":"mb95503474a16c14","cause":"create 3"}',0);
INSERT INTO "events" VALUES(1882132266104815258,2,'{"type":"event","room":"K7NW5","number":2,"at":1794941202.2755504,"fact":{"type":"sat","seat":1,"holder":{"kind":"person","name":"Ben","member":"m56f6c6dca048d53"}},"by":"m56f6c6dca048d53","cause":"sit 4"}',0);
INSERT INTO "events" VALUES(1882132266104815258,3,'{"type":"event","room":"K7NW5","number":3,"at":1794941202.2755504,"fact":{"type":"began","game":1,"seed":849632743,"seats":[{"kind":"person","name":"Ada L.","member":"mb95503474a16c14"},{"kind":"person","name":"Ben","member":"m56f6c6dca048d53"}]},"by":"m56f6c6dca048d53","cause":"sit 4"}',0);
INSERT INTO "events" VALUES(1882132266104815258,4,'{"type":"event","room":"K7NW5","number":4,"at":1794941202.2784612,"fact":{"type":"moved","seat":0,"ply":0,"move":{"action":"move","from":[6,3],"to":[5,3]},"notation":"d1-d2","packed":2477,"left":[304.997,300.0]},"by":"mb95503474a16c14","cause":"play 4"}',0);
INSERT INTO "events" VALUES(1882132266104815258,5,'{"type":"event","room":"K7NW5","number":5,"at":1794941202.2801037,"fact":{"type":"moved","seat":1,"ply":1,"move":{"action":"move","from":[0,3],"to":[1,4]},"notation":"d7-e6","packed":21187,"left":[304.997,304.998]},"by":"m56f6c6dca048d53","cause":"play 5"}',0);
INSERT INTO "events" VALUES(1882132266104815258,6,'{"type":"event","room":"K7NW5","number":6,"at":1794941202.2821052,"fact":{"type":"moved","seat":0,"ply":2,"move":{"action":"move","from":[5,3],"to":[4,3]},"notation":"d2-d3","packed":2022,"left":[309.995,304.998]},"by":"mb95503474a16c14","cause":"play 5"}',0);
INSERT INTO "events" VALUES(1882132266104815258,7,'{"type":"event","room":"K7NW5","number":7,"at":1794941202.2837524,"fact":{"type":"moved","seat":1,"ply":3,"move":{"action":"move","from":[1,4],"to":[1,5]},"notation":"e6-f6","packed":21259,"left":[309.995,309.996]},"by":"m56f6c6dca048d53","cause":"play 6"}',0);
INSERT INTO "events" VALUES(1882132266104815258,8,'{"type":"event","room":"K7NW5","number":8,"at":1794941382.548606,"fact":{"type":"away","member":"m56f6c6dca048d53","until":1794941442.548606},"by":"m56f6c6dca048d53"}',1);
INSERT INTO "events" VALUES(1882132266104815258,9,'{"type":"event","room":"K7NW5","number":9,"at":1794941384.058998,"fact":{"type":"returned","member":"m56f6c6dca048d53"},"by":"m56f6c6dca048d53","cause":"enter 35"}',1);
INSERT INTO "events" VALUES(1882132266135291266,1,'{"type":"event","room":"HHNXH","number":1,"at":1794941202.2854242,"fact":{"type":"created","setup":{"game":"skysummit","seats":[{"kind":"host"},{"kind":"open"}],"clock":{"kind":"move","seconds":60.0,"timeout":"first"},"public":true,"label":"Open table"},"host":"mb95503474a16c14","name":"Ada L.","seats":[{"kind":"person","name":"Ada L.","member":"mb95503474a16c14"},{"kind":"nobody"}]},"by":"mb95503474a16c14","cause":"create 6"}',0);
INSERT INTO "events" VALUES(1882132266135291266,2,'{"type":"event","room":"HHNXH","number":2,"at":1794941202.295324,"fact":{"type":"sat","seat":1,"holder":{"kind":"person","name":"Ben","member":"m56f6c6dca048d53"}},"by":"m56f6c6dca048d53","cause":"sit 8"}',0);
INSERT INTO "events" VALUES(1882132266135291266,3,'{"type":"event","room":"HHNXH","number":3,"at":1794941202.295324,"fact":{"type":"began","game":1,"seed":3360973202,"seats":[{"kind":"person","name":"Ada L.","member":"mb95503474a16c14"},{"kind":"person","name":"Ben","member":"m56f6c6dca048d53"}]},"by":"m56f6c6dca048d53","cause":"sit 8"}',0);
INSERT INTO "events" VALUES(1882132266135291266,4,'{"type":"event","room":"HHNXH","number":4,"at":1794941202.2993479,"fact":{"type":"moved","seat":0,"ply":0,"move":{"t":"place","to":[0,1]},"notation":"a5,b5","packed":131104,"left":[59.996,60.0]},"by":"mb95503474a16c14","cause":"play 7"}',0);
INSERT INTO "events" VALUES(1882132266135291266,5,'{"type":"event","room":"HHNXH","number":5,"at":1794941202.3068027,"fact":{"type":"moved","seat":1,"ply":1,"move":{"t":"place","to":[2,3]},"notation":"c5,d5","packed":131170,"left":[60.0,59.993]},"by":"m56f6c6dca048d53","cause":"play 9"}',0);
INSERT INTO "events" VALUES(1882132266135291266,6,'{"type":"event","room":"HHNXH","number":6,"at":1794941202.3119254,"fact":{"type":"moved","seat":0,"ply":2,"move":{"t":"move","w":0,"to":5,"build":0},"notation":"a5-a4+a5","packed":160,"left":[59.995,60.0]},"by":"mb95503474a16c14","cause":"play 8"}',0);
INSERT INTO "events" VALUES(1882132266135291266,7,'{"type":"event","room":"HHNXH","number":7,"at":1794941202.3198457,"fact":{"type":"moved","seat":1,"ply":3,"move":{"t":"move","w":0,"to":6,"build":0},"notation":"c5-b4+a5","packed":65730,"left":[60.0,59.992]},"by":"m56f6c6dca048d53","cause":"play 10"}',0);
INSERT INTO "events" VALUES(1882132266135291266,8,'{"type":"event","room":"HHNXH","number":8,"at":1794941262.3202832,"fact":{"type":"moved","seat":0,"ply":4,"move":{"t":"move","w":0,"to":10,"build":5},"notation":"a4-a3+a4","packed":5445,"left":[0.0,60.0],"forced":true}}',0);
INSERT INTO "events" VALUES(1882132266135291266,9,'{"type":"event","room":"HHNXH","number":9,"at":1794941322.3203013,"fact":{"type":"moved","seat":1,"ply":5,"move":{"t":"move","w":0,"to":2,"build":6},"notation":"b4-c5+b4","packed":71750,"left":[60.0,0.0],"forced":true}}',0);
INSERT INTO "events" VALUES(1882132266135291266,10,'{"type":"event","room":"HHNXH","number":10,"at":1794941382.3208363,"fact":{"type":"moved","seat":0,"ply":6,"move":{"t":"move","w":0,"to":5,"build":0},"notation":"a3-a4+a5","packed":170,"left":[0.0,60.0],"forced":true}}',0);
INSERT INTO "events" VALUES(1882132266135291266,11,'{"type":"event","room":"HHNXH","number":11,"at":1794941382.548606,"fact":{"type":"away","member":"m56f6c6dca048d53","until":1794941442.548606},"by":"m56f6c6dca048d53"}',1);
INSERT INTO "events" VALUES(1882132266190883439,1,'{"type":"event","room":"PRJ8D","number":1,"at":1794941202.3231547,"fact":{"type":"created","setup":{"game":"ludus","seats":[{"kind":"host"},{"kind":"open"}],"clock":{"kind":"bronstein","seconds":600.0,"extra":10.0},"public":true,"label":"Open table"},"host":"mb95503474a16c14","name":"Ada L.","seats":[{"kind":"person","name":"Ada L.","member":"mb95503474a16c14"},{"kind":"nobody"}]},"by":"mb95503474a16c14","cause":"create 9"}',0);
INSERT INTO "events" VALUES(1882132266190883439,2,'{"type":"event","room":"PRJ8D","number":2,"at":1794941202.362415,"fact":{"type":"sat","seat":1,"holder":{"kind":"person","name":"Ben","member":"m56f6c6dca048d53"}},"by":"m56f6c6dca048d53","cause":"sit 12"}',0);
INSERT INTO "events" VALUES(1882132266190883439,3,'{"type":"event","room":"PRJ8D","number":3,"at":1794941202.362415,"fact":{"type":"began","game":1,"seed":2539688469,"seats":[{"kind":"person","name":"Ada L.","member":"mb95503474a16c14"},{"kind":"person","name":"Ben","member":"m56f6c6dca048d53"}]},"by":"m56f6c6dca048d53","cause":"sit 12"}',0);
INSERT INTO "events" VALUES(1882132266190883439,4,'{"type":"event","room":"PRJ8D","number":4,"at":1794941202.369535,"fact":{"type":"moved","seat":0,"ply":0,"move":{"pieceId":"p2","type":"move","to":{"board":"ground","r":8,"c":0},"targets":[]},"notation":"a2-a3","packed":671064258,"left":[600.0,600.0]},"by":"mb95503474a16c14","cause":"play 10"}',0);
INSERT INTO "events" VALUES(1882132266190883439,5,'{"type":"event","room":"PRJ8D","number":5,"at":1794941202.3728218,"fact":{"type":"moved","seat":1,"ply":1,"move":{"pieceId":"p1","type":"move","to":{"board":"ground","r":2,"c":0},"targets":[]},"notation":"a10-a9","packed":671059265,"left":[600.0,600.0]},"by":"m56f6c6dca048d53","cause":"play 13"}',0);
INSERT INTO "events" VALUES(1882132266190883439,6,'{"type":"event","room":"PRJ8D","number":6,"at":1794941202.3758743,"fact":{"type":"moved","seat":0,"ply":2,"move":{"pieceId":"p2","type":"move","to":{"board":"ground","r":7,"c":0},"targets":[]},"notation":"a3-a4","packed":671063426,"left":[600.0,600.0]},"by":"mb95503474a16c14","cause":"play 11"}',0);
INSERT INTO "events" VALUES(1882132266190883439,7,'{"type":"event","room":"PRJ8D","number":7,"at":1794941202.3816319,"fact":{"type":"moved","seat":1,"ply":3,"move":{"pieceId":"p0","type":"move","to":{"board":"ground","r":1,"c":0},"targets":[]},"notation":"a11-a10","packed":134187520,"left":[600.0,600.0]},"by":"m56f6c6dca048d53","cause":"play 14"}',0);
INSERT INTO "events" VALUES(1882132266190883439,8,'{"type":"event","room":"PRJ8D","number":8,"at":1794941382.548606,"fact":{"type":"away","member":"m56f6c6dca048d53","until":1794941442.548606},"by":"m56f6c6dca048d53"}',1);
INSERT INTO "events" VALUES(1882132266244165890,1,'{"type":"event","room":"6P3TK","number":1,"at":1794941202.383617,"fact":{"type":"created","setup":{"game":"forge","seats":[{"kind":"host"},{"kind":"open"}],"clock":{},"public":true,"label":"Open table"},"host":"mb95503474a16c14","name":"Ada L.","seats":[{"kind":"person","name":"Ada L.","member":"mb95503474a16c14"},{"kind":"nobody"}]},"by":"mb95503474a16c14","cause":"create 12"}',0);
INSERT INTO "events" VALUES(1882132266244165890,2,'{"type":"event","room":"6P3TK","number":2,"at":1794941202.4209538,"fact":{"type":"sat","seat":1,"holder":{"kind":"person","name":"Ben","member":"m56f6c6dca048d53"}},"by":"m56f6c6dca048d53","cause":"sit 16"}',0);
INSERT INTO "events" VALUES(1882132266244165890,3,'{"type":"event","room":"6P3TK","number":3,"at":1794941202.4209538,"fact":{"type":"began","game":1,"seed":863539390,"seats":[{"kind":"person","name":"Ada L.","member":"mb95503474a16c14"},{"kind":"person","name":"Ben","member":"m56f6c6dca048d53"}]},"by":"m56f6c6dca048d53","cause":"sit 16"}',0);
INSERT INTO "events" VALUES(1882132266244165890,4,'{"type":"event","room":"6P3TK","number":4,"at":1794941202.4229844,"fact":{"type":"moved","seat":0,"ply":0,"move":{"action":"move","sourceRow":5,"sourceCol":0,"destRow":4,"destCol":0},"notation":"a1-a2","packed":1566},"by":"mb95503474a16c14","cause":"play 13"}',0);
INSERT INTO "events" VALUES(1882132266244165890,5,'{"type":"event","room":"6P3TK","number":5,"at":1794941202.4282172,"fact":{"type":"moved","seat":1,"ply":1,"move":{"action":"move","sourceRow":0,"sourceCol":3,"destRow":1,"destCol":3},"notation":"d6-d5","packed":579},"by":"m56f6c6dca048d53","cause":"play 17"}',0);
INSERT INTO "events" VALUES(1882132266244165890,6,'{"type":"event","room":"6P3TK","number":6,"at":1794941202.4295378,"fact":{"type":"moved","seat":0,"ply":2,"move":{"action":"move","sourceRow":4,"sourceCol":0,"destRow":3,"destCol":0},"notation":"a2-a3","packed":1176},"by":"mb95503474a16c14","cause":"play 14"}',0);
INSERT INTO "events" VALUES(1882132266244165890,7,'{"type":"event","room":"6P3TK","number":7,"at":1794941202.4308589,"fact":{"type":"moved","seat":1,"ply":3,"move":{"action":"move","sourceRow":0,"sourceCol":4,"destRow":0,"destCol":3},"notation":"e6-d6","packed":196},"by":"m56f6c6dca048d53","cause":"play 18"}',0);
INSERT INTO "events" VALUES(1882132266244165890,8,'{"type":"event","room":"6P3TK","number":8,"at":1794941382.548606,"fact":{"type":"away","member":"m56f6c6dca048d53","until":1794941442.548606},"by":"m56f6c6dca048d53"}',1);
INSERT INTO "events" VALUES(1882132266244165890,9,'{"type":"event","room":"6P3TK","number":9,"at":1794941385.5734906,"fact":{"type":"moved","seat":0,"ply":4,"move":{"action":"move","sourceRow":3,"sourceCol":0,"destRow":2,"destCol":0},"notation":"a3-a4","packed":786},"by":"mb95503474a16c14","cause":"play 58"}',0);
INSERT INTO "events" VALUES(1882132266297921298,1,'{"type":"event","room":"2FC8C","number":1,"at":1794941202.4349504,"fact":{"type":"created","setup":{"game":"pyramids","seats":[{"kind":"host"},{"kind":"open"},{"kind":"bot","level":"easy"}],"spectators":false},"host":"mb95503474a16c14","name":"Ada L.","seats":[{"kind":"person","name":"Ada L.","member":"mb95503474a16c14"},{"kind":"nobody"},{"kind":"bot","name":"Easy bot","level":"easy"}]},"by":"mb95503474a16c14","cause":"create 15"}',0);
INSERT INTO "events" VALUES(1882132266297921298,2,'{"type":"event","room":"2FC8C","number":2,"at":1794941202.4551766,"fact":{"type":"sat","seat":1,"holder":{"kind":"person","name":"Ben","member":"m56f6c6dca048d53"}},"by":"m56f6c6dca048d53","cause":"sit 20"}',0);
INSERT INTO "events" VALUES(1882132266297921298,3,'{"type":"event","room":"2FC8C","number":3,"at":1794941202.4551766,"fact":{"type":"began","game":1,"seed":1800764449,"seats":[{"kind":"person","name":"Ada L.","member":"mb95503474a16c14"},{"kind":"person","name":"Ben","member":"m56f6c6dca048d53"},{"kind":"bot","name":"Easy bot","level":"easy"}]},"by":"m56f6c6dca048d53","cause":"sit 20"}',0);
INSERT INTO "events" VALUES(1882132266297921298,4,'{"type":"event","room":"2FC8C","number":4,"at":1794941202.4574184,"fact":{"type":"moved","seat":0,"ply":0,"move":{"t":"cap","from":[0,4],"to":[1,4]},"notation":"e5-e4","packed":4388},"by":"mb95503474a16c14","cause":"play 16"}',0);
INSERT INTO "events" VALUES(1882132266297921298,5,'{"type":"event","room":"2FC8C","number":5,"at":1794941202.459533,"fact":{"type":"moved","seat":0,"ply":1,"move":{"t":"cap","from":[1,2],"to":[0,2]},"notation":"c4-c5","packed":71},"by":"mb95503474a16c14","cause":"play 17"}',0);
INSERT INTO "events" VALUES(1882132266297921298,6,'{"type":"event","room":"2FC8C","number":6,"at":1794941202.4614615,"fact":{"type":"moved","seat":0,"ply":2,"move":{"t":"cap","from":[0,2],"to":[0,3]},"notation":"c5-d5!","packed":2146},"by":"mb95503474a16c14","cause":"play 18"}',0);
INSERT INTO "events" VALUES(1882132266297921298,7,'{"type":"event","room":"2FC8C","number":7,"at":1794941382.548606,"fact":{"type":"away","member":"m56f6c6dca048d53","until":1794941442.548606},"by":"m56f6c6dca048d53"}',1);
INSERT INTO "events" VALUES(1882132454911280167,1,'{"type":"event","room":"PW4YD","number":1,"at":1794941382.322998,"fact":{"type":"created","setup":{"game":"skysummit","seats":[{"kind":"host"},{"kind":"open"}]},"host":"mb95503474a16c14","name":"Ada L.","seats":[{"kind":"person","name":"Ada L.","member":"mb95503474a16c14"},{"kind":"nobody"}]},"by":"mb95503474a16c14","cause":"create 19"}',0);
INSERT INTO "events" VALUES(1882132454911280167,2,'{"type":"event","room":"PW4YD","number":2,"at":1794941382.3309438,"fact":{"type":"sat","seat":1,"holder":{"kind":"person","name":"Ben","member":"m56f6c6dca048d53"}},"by":"m56f6c6dca048d53","cause":"sit 22"}',0);
INSERT INTO "events" VALUES(1882132454911280167,3,'{"type":"event","room":"PW4YD","number":3,"at":1794941382.3309438,"fact":{"type":"began","game":1,"seed":3729357907,"seats":[{"kind":"person","name":"Ada L.","member":"mb95503474a16c14"},{"kind":"person","name":"Ben","member":"m56f6c6dca048d53"}]},"by":"m56f6c6dca048d53","cause":"sit 22"}',0);
INSERT INTO "events" VALUES(1882132454911280167,4,'{"type":"event","room":"PW4YD","number":4,"at":1794941382.3406281,"fact":{"type":"moved","seat":0,"ply":0,"move":{"t":"place","to":[0,1]},"notation":"a5,b5","packed":131104},"by":"mb95503474a16c14","cause":"play 20"}',0);
INSERT INTO "events" VALUES(1882132454911280167,5,'{"type":"event","room":"PW4YD","number":5,"at":1794941382.3478785,"fact":{"type":"moved","seat":1,"ply":1,"move":{"t":"place","to":[2,3]},"notation":"c5,d5","packed":131170},"by":"m56f6c6dca048d53","cause":"play 23"}',0);
INSERT INTO "events" VALUES(1882132454911280167,6,'{"type":"event","room":"PW4YD","number":6,"at":1794941382.3510768,"fact":{"type":"moved","seat":0,"ply":2,"move":{"t":"move","w":0,"to":5,"build":0},"notation":"a5-a4+a5","packed":160},"by":"mb95503474a16c14","cause":"play 21"}',0);
INSERT INTO "events" VALUES(1882132454911280167,7,'{"type":"event","room":"PW4YD","number":7,"at":1794941382.3578537,"fact":{"type":"moved","seat":1,"ply":3,"move":{"t":"move","w":0,"to":6,"build":0},"notation":"c5-b4+a5","packed":65730},"by":"m56f6c6dca048d53","cause":"play 24"}',0);
INSERT INTO "events" VALUES(1882132454911280167,8,'{"type":"event","room":"PW4YD","number":8,"at":1794941382.3714287,"fact":{"type":"said","channel":"players","name":"Ada L.","text":"Hello"},"by":"mb95503474a16c14","cause":"say 22"}',0);
INSERT INTO "events" VALUES(1882132454911280167,9,'{"type":"event","room":"PW4YD","number":9,"at":1794941382.3855603,"fact":{"type":"said","channel":"watchers","name":"Guest 600c","text":"Looks good"},"by":"m600c6592920f73d","cause":"say 2"}',0);
INSERT INTO "events" VALUES(1882132454911280167,10,'{"type":"event","room":"PW4YD","number":10,"at":1794941382.387136,"fact":{"type":"offered","kind":"takeback","seat":1,"until":1794941412.387136},"by":"m56f6c6dca048d53","cause":"offer 25"}',0);
INSERT INTO "events" VALUES(1882132454911280167,11,'{"type":"event","room":"PW4YD","number":11,"at":1794941382.3887982,"fact":{"type":"undone","ply":3},"by":"mb95503474a16c14","cause":"answer 23"}',0);
INSERT INTO "events" VALUES(1882132454911280167,12,'{"type":"event","room":"PW4YD","number":12,"at":1794941382.3905463,"fact":{"type":"offered","kind":"draw","seat":0,"until":1794941412.3905463},"by":"mb95503474a16c14","cause":"offer 24"}',0);
INSERT INTO "events" VALUES(1882132454911280167,13,'{"type":"event","room":"PW4YD","number":13,"at":1794941382.3917544,"fact":{"type":"lapsed","offer":12,"why":"declined"},"by":"m56f6c6dca048d53","cause":"answer 26"}',0);
INSERT INTO "events" VALUES(1882132454911280167,14,'{"type":"event","room":"PW4YD","number":14,"at":1794941382.548606,"fact":{"type":"away","member":"m56f6c6dca048d53","until":1794941442.548606},"by":"m56f6c6dca048d53"}',1);
INSERT INTO "events" VALUES(1882132454984978399,1,'{"type":"event","room":"YY5C6","number":1,"at":1794941382.392961,"fact":{"type":"created","setup":{"game":"caldera","seats":[{"kind":"host"},{"kind":"open"}],"ruleset":"tournament"},"host":"mb95503474a16c14","name":"Ada L.","seats":[{"kind":"person","name":"Ada L.","member":"mb95503474a16c14"},{"kind":"nobody"}]},"by":"mb95503474a16c14","cause":"create 25"}',0);
INSERT INTO "events" VALUES(1882132454984978399,2,'{"type":"event","room":"YY5C6","number":2,"at":1794941382.3946161,"fact":{"type":"sat","seat":1,"holder":{"kind":"person","name":"Ben","member":"m56f6c6dca048d53"}},"by":"m56f6c6dca048d53","cause":"sit 28"}',0);
INSERT INTO "events" VALUES(1882132454984978399,3,'{"type":"event","room":"YY5C6","number":3,"at":1794941382.3946161,"fact":{"type":"began","game":1,"seed":2830134538,"seats":[{"kind":"person","name":"Ada L.","member":"mb95503474a16c14"},{"kind":"person","name":"Ben","member":"m56f6c6dca048d53"}]},"by":"m56f6c6dca048d53","cause":"sit 28"}',0);
INSERT INTO "events" VALUES(1882132454984978399,4,'{"type":"event","room":"YY5C6","number":4,"at":1794941382.3960962,"fact":{"type":"moved","seat":0,"ply":0,"move":{"action":"move","from":[6,3],"to":[5,3]},"notation":"d1-d2","packed":2477},"by":"mb95503474a16c14","cause":"play 26"}',0);
INSERT INTO "events" VALUES(1882132454984978399,5,'{"type":"event","room":"YY5C6","number":5,"at":1794941382.3974452,"fact":{"type":"moved","seat":1,"ply":1,"move":{"action":"move","from":[0,3],"to":[1,4]},"notation":"d7-e6","packed":21187},"by":"m56f6c6dca048d53","cause":"play 29"}',0);
INSERT INTO "events" VALUES(1882132454984978399,6,'{"type":"event","room":"YY5C6","number":6,"at":1794941382.3987665,"fact":{"type":"moved","seat":0,"ply":2,"move":{"action":"move","from":[5,3],"to":[4,3]},"notation":"d2-d3","packed":2022},"by":"mb95503474a16c14","cause":"play 27"}',0);
INSERT INTO "events" VALUES(1882132454984978399,7,'{"type":"event","room":"YY5C6","number":7,"at":1794941382.3999488,"fact":{"type":"ended","winner":0,"reason":"resigned"},"by":"m56f6c6dca048d53","cause":"resign 30"}',0);
INSERT INTO "events" VALUES(1882132454984978399,8,'{"type":"event","room":"YY5C6","number":8,"at":1794941382.4112473,"fact":{"type":"offered","kind":"rematch","seat":0,"until":1794941442.4112473},"by":"mb95503474a16c14","cause":"offer 28"}',0);
INSERT INTO "events" VALUES(1882132454984978399,9,'{"type":"event","room":"YY5C6","number":9,"at":1794941382.4148238,"fact":{"type":"began","game":2,"seed":2770080185,"seats":[{"kind":"person","name":"Ben","member":"m56f6c6dca048d53"},{"kind":"person","name":"Ada L.","member":"mb95503474a16c14"}]},"by":"m56f6c6dca048d53","cause":"answer 31"}',0);
INSERT INTO "events" VALUES(1882132454984978399,10,'{"type":"event","room":"YY5C6","number":10,"at":1794941382.548606,"fact":{"type":"away","member":"m56f6c6dca048d53","until":1794941442.548606},"by":"m56f6c6dca048d53"}',1);
INSERT INTO "events" VALUES(1882132455010272086,1,'{"type":"event","room":"DJJND","number":1,"at":1794941382.416863,"fact":{"type":"created","setup":{"game":"forge","seats":[{"kind":"host"},{"kind":"open"}],"options":{"turn_limit":50}},"host":"mb95503474a16c14","name":"Ada L.","seats":[{"kind":"person","name":"Ada L.","member":"mb95503474a16c14"},{"kind":"nobody"}]},"by":"mb95503474a16c14","cause":"create 30"}',0);
INSERT INTO "events" VALUES(1882132455010272086,2,'{"type":"event","room":"DJJND","number":2,"at":1794941382.418689,"fact":{"type":"sat","seat":1,"holder":{"kind":"person","name":"Ben","member":"m56f6c6dca048d53"}},"by":"m56f6c6dca048d53","cause":"sit 33"}',0);
INSERT INTO "events" VALUES(1882132455010272086,3,'{"type":"event","room":"DJJND","number":3,"at":1794941382.418689,"fact":{"type":"began","game":1,"seed":4115861269,"seats":[{"kind":"person","name":"Ada L.","member":"mb95503474a16c14"},{"kind":"person","name":"Ben","member":"m56f6c6dca048d53"}]},"by":"m56f6c6dca048d53","cause":"sit 33"}',0);
INSERT INTO "events" VALUES(1882132455010272086,4,'{"type":"event","room":"DJJND","number":4,"at":1794941382.4201646,"fact":{"type":"moved","seat":0,"ply":0,"move":{"action":"move","sourceRow":5,"sourceCol":0,"destRow":4,"destCol":0},"notation":"a1-a2","packed":1566},"by":"mb95503474a16c14","cause":"play 31"}',0);
INSERT INTO "events" VALUES(1882132455010272086,5,'{"type":"event","room":"DJJND","number":5,"at":1794941382.4214485,"fact":{"type":"moved","seat":1,"ply":1,"move":{"action":"move","sourceRow":0,"sourceCol":3,"destRow":1,"destCol":3},"notation":"d6-d5","packed":579},"by":"m56f6c6dca048d53","cause":"play 34"}',0);
INSERT INTO "events" VALUES(1882132455010272086,6,'{"type":"event","room":"DJJND","number":6,"at":1794941382.4226732,"fact":{"type":"ended","winner":1,"reason":"resigned"},"by":"mb95503474a16c14","cause":"resign 32"}',0);
INSERT INTO "events" VALUES(1882132455017974211,1,'{"type":"event","room":"6H4T8","number":1,"at":1794941382.4253159,"fact":{"type":"created","setup":{"game":"forge","seats":[{"kind":"host"},{"kind":"open"}]},"host":"mb95503474a16c14","name":"Ada L.","seats":[{"kind":"person","name":"Ada L.","member":"mb95503474a16c14"},{"kind":"nobody"}]},"by":"mb95503474a16c14","cause":"create 33"}',0);
INSERT INTO "events" VALUES(1882132455017974211,2,'{"type":"event","room":"6H4T8","number":2,"at":1794941382.4266024,"fact":{"type":"stood","seat":0},"by":"mb95503474a16c14","cause":"leave 34"}',0);
INSERT INTO "events" VALUES(1882132455017974211,3,'{"type":"event","room":"6H4T8","number":3,"at":1794941382.4266024,"fact":{"type":"closed","why":"left"},"by":"mb95503474a16c14","cause":"leave 34"}',0);
INSERT INTO "events" VALUES(1882132455021596021,1,'{"type":"event","room":"HJR8M","number":1,"at":1794941382.4284716,"fact":{"type":"created","setup":{"game":"forge","seats":[{"kind":"host"},{"kind":"host"}]},"host":"mb95503474a16c14","name":"Ada L.","seats":[{"kind":"person","name":"Ada L.","member":"mb95503474a16c14"},{"kind":"person","name":"Ada L.","member":"mb95503474a16c14"}]},"by":"mb95503474a16c14","cause":"create 35"}',0);
INSERT INTO "events" VALUES(1882132455021596021,2,'{"type":"event","room":"HJR8M","number":2,"at":1794941382.4284716,"fact":{"type":"began","game":1,"seed":2204241912,"seats":[{"kind":"person","name":"Ada L.","member":"mb95503474a16c14"},{"kind":"person","name":"Ada L.","member":"mb95503474a16c14"}]},"by":"mb95503474a16c14","cause":"create 35"}',0);
INSERT INTO "events" VALUES(1882132455021596021,3,'{"type":"event","room":"HJR8M","number":3,"at":1794941382.4299622,"fact":{"type":"moved","seat":0,"ply":0,"move":{"action":"move","sourceRow":5,"sourceCol":0,"destRow":4,"destCol":0},"notation":"a1-a2","packed":1566},"by":"mb95503474a16c14","cause":"play 36"}',0);
INSERT INTO "events" VALUES(1882132455021596021,4,'{"type":"event","room":"HJR8M","number":4,"at":1794941382.4311666,"fact":{"type":"moved","seat":1,"ply":1,"move":{"action":"move","sourceRow":0,"sourceCol":3,"destRow":1,"destCol":3},"notation":"d6-d5","packed":579},"by":"mb95503474a16c14","cause":"play 37"}',0);
INSERT INTO "events" VALUES(1882132455021596021,5,'{"type":"event","room":"HJR8M","number":5,"at":1794941382.432343,"fact":{"type":"moved","seat":0,"ply":2,"move":{"action":"move","sourceRow":4,"sourceCol":0,"destRow":3,"destCol":0},"notation":"a2-a3","packed":1176},"by":"mb95503474a16c14","cause":"play 38"}',0);
INSERT INTO "events" VALUES(1882132455021596021,6,'{"type":"event","room":"HJR8M","number":6,"at":1794941382.4335158,"fact":{"type":"undone","ply":2},"by":"mb95503474a16c14","cause":"undo 39"}',0);
INSERT INTO "events" VALUES(1882132455027597668,1,'{"type":"event","room":"2D25T","number":1,"at":1794941382.4346445,"fact":{"type":"created","setup":{"game":"caldera","seats":[{"kind":"host"},{"kind":"bot","level":"easy"}]},"host":"mb95503474a16c14","name":"Ada L.","seats":[{"kind":"person","name":"Ada L.","member":"mb95503474a16c14"},{"kind":"bot","name":"Easy bot","level":"easy"}]},"by":"mb95503474a16c14","cause":"create 40"}',0);
INSERT INTO "events" VALUES(1882132455027597668,2,'{"type":"event","room":"2D25T","number":2,"at":1794941382.4346445,"fact":{"type":"began","game":1,"seed":2519167326,"seats":[{"kind":"person","name":"Ada L.","member":"mb95503474a16c14"},{"kind":"bot","name":"Easy bot","level":"easy"}]},"by":"mb95503474a16c14","cause":"create 40"}',0);
INSERT INTO "events" VALUES(1882132455027597668,3,'{"type":"event","room":"2D25T","number":3,"at":1794941382.4362257,"fact":{"type":"moved","seat":0,"ply":0,"move":{"action":"move","from":[6,3],"to":[5,3]},"notation":"d1-d2","packed":2477},"by":"mb95503474a16c14","cause":"play 41"}',0);
INSERT INTO "events" VALUES(1882132455027597668,4,'{"type":"event","room":"2D25T","number":4,"at":1794941382.534121,"fact":{"type":"moved","seat":1,"ply":1,"move":{"action":"move","from":[0,4],"to":[1,4]},"notation":"e7-e6","packed":37572}}',0);
INSERT INTO "events" VALUES(1882132455134947600,1,'{"type":"event","room":"37R3C","number":1,"at":1794941382.5360482,"fact":{"type":"created","setup":{"game":"skysummit","seats":[{"kind":"host"},{"kind":"host"}],"public":true},"host":"mb95503474a16c14","name":"Ada L.","seats":[{"kind":"person","name":"Ada L.","member":"mb95503474a16c14"},{"kind":"person","name":"Ada L.","member":"mb95503474a16c14"}]},"by":"mb95503474a16c14","cause":"create 42"}',0);
INSERT INTO "events" VALUES(1882132455134947600,2,'{"type":"event","room":"37R3C","number":2,"at":1794941382.5360482,"fact":{"type":"began","game":1,"seed":693944942,"seats":[{"kind":"person","name":"Ada L.","member":"mb95503474a16c14"},{"kind":"person","name":"Ada L.","member":"mb95503474a16c14"}]},"by":"mb95503474a16c14","cause":"create 42"}',0);
INSERT INTO "events" VALUES(1882132455134947600,3,'{"type":"event","room":"37R3C","number":3,"at":1794941382.5396168,"fact":{"type":"shared","public":true,"spectators":true,"label":"Show"},"by":"mb95503474a16c14","cause":"share 43"}',0);
INSERT INTO "events" VALUES(1882132455140275054,1,'{"type":"event","room":"98VMK","number":1,"at":1794941382.540753,"fact":{"type":"created","setup":{"game":"ludus","seats":[{"kind":"host"},{"kind":"open"}],"options":{"quiet_limit":40}},"host":"mb95503474a16c14","name":"Ada L.","seats":[{"kind":"person","name":"Ada L.","member":"mb95503474a16c14"},{"kind":"nobody"}]},"by":"mb95503474a16c14","cause":"create 44"}',0);
CREATE TABLE members (
	id VARCHAR(40) NOT NULL, 
	name VARCHAR(24) NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "members" VALUES('mb95503474a16c14','Ada L.');
INSERT INTO "members" VALUES('m56f6c6dca048d53','Ben');
CREATE TABLE notices (
	number BIGINT NOT NULL, 
	at FLOAT NOT NULL, 
	"by" VARCHAR(40) NOT NULL, 
	name VARCHAR(24) NOT NULL, 
	text VARCHAR(280) NOT NULL, 
	cause VARCHAR(40) NOT NULL, 
	PRIMARY KEY (number)
);
INSERT INTO "notices" VALUES(1,1.79494120221923112866e+09,'mb95503474a16c14','Ada L.','Who plays Ludus?','post 2');
INSERT INTO "notices" VALUES(2,1.79494120222144246104e+09,'m56f6c6dca048d53','Ben','I do.','post 2');
CREATE TABLE ratings (
	game VARCHAR(64) NOT NULL, 
	player VARCHAR(40) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	mu FLOAT NOT NULL, 
	sigma FLOAT NOT NULL, 
	games INTEGER NOT NULL, 
	wins INTEGER NOT NULL, 
	PRIMARY KEY (game, player)
);
INSERT INTO "ratings" VALUES('caldera','mb95503474a16c14','Ada L.','person',2.76353894931404973087e+01,8.06590141354368,1,1);
INSERT INTO "ratings" VALUES('caldera','m56f6c6dca048d53','Ben','person',2.23646105068595026912e+01,8.06590141354368,1,0);
INSERT INTO "ratings" VALUES('forge','mb95503474a16c14','Ada L.','person',2.23646105068595026912e+01,8.06590141354368,1,0);
INSERT INTO "ratings" VALUES('forge','m56f6c6dca048d53','Ben','person',2.76353894931404973087e+01,8.06590141354368,1,1);
CREATE TABLE results (
	room BIGINT NOT NULL, 
	number INTEGER NOT NULL, 
	code VARCHAR(16) NOT NULL, 
	at FLOAT NOT NULL, 
	game VARCHAR(64) NOT NULL, 
	ruleset VARCHAR(64) NOT NULL, 
	mode VARCHAR(16) NOT NULL, 
	public BOOLEAN NOT NULL, 
	bots BOOLEAN NOT NULL, 
	winner INTEGER, 
	reason VARCHAR(40) NOT NULL, 
	moves INTEGER NOT NULL, 
	record TEXT NOT NULL, 
	PRIMARY KEY (room, number), 
	FOREIGN KEY(room) REFERENCES rooms ("key")
);
INSERT INTO "results" VALUES(1882132454984978399,1,'YY5C6',1.79494138239994883532e+09,'caldera','tournament','online',0,0,0,'resigned',3,'{
  "format": 1,
  "game": "caldera",
  "rules_version": 1,
  "ruleset": "tournament",
  "options": {
    "turn_limit": 50
  },
  "seed": 2830134538,
  "seats": [
    {
      "name": "Ada L.",
      "kind": "human"
    },
    {
      "name": "Ben",
      "kind": "human"
    }
  ],
  "moves": [
    {"action": "move", "from": [6, 3], "to": [5, 3]},
    {"action": "move", "from": [0, 3], "to": [1, 4]},
    {"action": "move", "from": [5, 3], "to": [4, 3]}
  ],
  "outcome": {
    "winner": 0,
    "reason": "resigned"
  },
  "hash": "e4b430dbc2a4b7292fc9e7b17eb48f142bb6af3778819ddd820f7ce32759bbad"
}
');
INSERT INTO "results" VALUES(1882132455010272086,1,'DJJND',1.7949413824226732254e+09,'forge','standard','online',0,0,1,'resigned',2,'{
  "format": 1,
  "game": "forge",
  "rules_version": 1,
  "ruleset": "standard",
  "options": {
    "reach": 1,
    "ember_first": 60,
    "ember_every": 100,
    "both_place": false,
    "shared_forge": false,
    "turn_limit": 50
  },
  "seed": 4115861269,
  "seats": [
    {
      "name": "Ada L.",
      "kind": "human"
    },
    {
      "name": "Ben",
      "kind": "human"
    }
  ],
  "moves": [
    {"action": "move", "sourceRow": 5, "sourceCol": 0, "destRow": 4, "destCol": 0},
    {"action": "move", "sourceRow": 0, "sourceCol": 3, "destRow": 1, "destCol": 3}
  ],
  "outcome": {
    "winner": 1,
    "reason": "resigned"
  },
  "hash": "ac0f74011d7940f2c8a575a728a764ba5d11fdc62cd695e1c000d8cdf4b5852f"
}
');
CREATE TABLE rooms (
	"key" BIGINT NOT NULL, 
	code VARCHAR(16) NOT NULL, 
	"by" VARCHAR(40) NOT NULL, 
	cause VARCHAR(40) NOT NULL, 
	closed BOOLEAN NOT NULL, 
	PRIMARY KEY ("key")
);
INSERT INTO "rooms" VALUES(1882132266104815258,'K7NW5','mb95503474a16c14','create 3',0);
INSERT INTO "rooms" VALUES(1882132266135291266,'HHNXH','mb95503474a16c14','create 6',0);
INSERT INTO "rooms" VALUES(1882132266190883439,'PRJ8D','mb95503474a16c14','create 9',0);
INSERT INTO "rooms" VALUES(1882132266244165890,'6P3TK','mb95503474a16c14','create 12',0);
INSERT INTO "rooms" VALUES(1882132266297921298,'2FC8C','mb95503474a16c14','create 15',0);
INSERT INTO "rooms" VALUES(1882132454911280167,'PW4YD','mb95503474a16c14','create 19',0);
INSERT INTO "rooms" VALUES(1882132454984978399,'YY5C6','mb95503474a16c14','create 25',0);
INSERT INTO "rooms" VALUES(1882132455010272086,'DJJND','mb95503474a16c14','create 30',0);
INSERT INTO "rooms" VALUES(1882132455017974211,'6H4T8','mb95503474a16c14','create 33',1);
INSERT INTO "rooms" VALUES(1882132455021596021,'HJR8M','mb95503474a16c14','create 35',0);
INSERT INTO "rooms" VALUES(1882132455027597668,'2D25T','mb95503474a16c14','create 40',0);
INSERT INTO "rooms" VALUES(1882132455134947600,'37R3C','mb95503474a16c14','create 42',0);
INSERT INTO "rooms" VALUES(1882132455140275054,'98VMK','mb95503474a16c14','create 44',0);
CREATE TABLE seats (
	room BIGINT NOT NULL, 
	number INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	player VARCHAR(40) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	PRIMARY KEY (room, number, seat)
);
INSERT INTO "seats" VALUES(1882132454984978399,1,0,'mb95503474a16c14','Ada L.','person');
INSERT INTO "seats" VALUES(1882132454984978399,1,1,'m56f6c6dca048d53','Ben','person');
INSERT INTO "seats" VALUES(1882132455010272086,1,0,'mb95503474a16c14','Ada L.','person');
INSERT INTO "seats" VALUES(1882132455010272086,1,1,'m56f6c6dca048d53','Ben','person');
CREATE TABLE secrets (
	name VARCHAR(40) NOT NULL, 
	value VARCHAR(200) NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "secrets" VALUES('cookies','481efb46271177ca9b4b42c612d22bbc8753876755acbf13d6c7a025ba71368c');
CREATE TABLE tokens (
	digest VARCHAR(64) NOT NULL, 
	member VARCHAR(40) NOT NULL, 
	name VARCHAR(24) NOT NULL, 
	owner VARCHAR(40) NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (digest)
);
INSERT INTO "tokens" VALUES('c47c8123c3ee949b5bb6924dfe01620fe85cd821b8adf66edf8c2cdccc52d03c','p9d985797e033b195','Robo','mb95503474a16c14',1.79494138254622840884e+09);
CREATE INDEX ix_tokens_owner ON tokens (owner);
CREATE INDEX ix_rooms_closed ON rooms (closed);
CREATE INDEX ix_seats_player ON seats (player);
CREATE INDEX ix_results_at ON results (at);
CREATE INDEX ix_results_game_at ON results (game, at);
COMMIT;
